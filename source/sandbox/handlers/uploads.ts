/** upload_file: leads from a CSV (section 4.2; shapes ours). */
import type {ParamsOf} from '../../wire/operations/index.ts';
import {contactLimit, findAccounts, newAccountIds, type Visible, visibleTo} from '../rules/accounts.ts';
import {ownCompany} from '../rules/company.ts';
import {baseName} from '../rules/file-name.ts';
import {CsvProblem, type LeadFile, type LeadFormat, type LeadRow, readLeads} from '../rules/lead-file.ts';
import {nextTurn, takeTurns} from '../rules/turns.ts';
import type {Account} from '../store/accounts.ts';
import type {UploadCounts} from '../store/uploads.ts';
import {isOnList, type NewLead} from '../world/commands.ts';
import {isBarred} from '../world/do-not-call.ts';
import {leadsOfPhone, listOf} from '../world/leads.ts';
import {invalidValue} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {offsetText} from '../world/zones.ts';
import {type Context, type Handlers, slowly} from './handler.ts';
import {campaignOf, type Destination, destinationFor, holderNameOf, listFor, saveAccounts} from './save-account.ts';

type DupCheck = NonNullable<ParamsOf<'upload_file'>['dup_check']>;

const nameLimit = 100;

const readFile = async (bytes: Uint8Array, format: LeadFormat): Promise<LeadFile> => {
	try {
		return await readLeads(bytes, format);
	} catch (error) {
		throw error instanceof CsvProblem ? invalidValue('file', error.message) : error;
	}
};

/** Whether a number is there already, as far as `check` looks. */
const isThere = (world: World, destination: Destination, check: DupCheck, phone: string): boolean => {
	switch (check) {
		case 'LIST':
			return 'list' in destination && isOnList(world, destination.list, phone);
		case 'CAMPAIGN':
			return leadsOfPhone(world, phone).some(
				lead => world.lists[listOf(world.leads, lead)]?.campaign === campaignOf(destination),
			);
		case 'SYSTEM':
			return leadsOfPhone(world, phone).length > 0;
		case 'NONE':
			return false;
	}
};

/** Adds a row's contacts and fields to an account; empty cells change nothing. Undefined if it has too many contacts. */
const withRow = (account: Account, {phone, phoneType, zone, email, fields}: LeadRow): Account | undefined => {
	const known = account.phones.find(({number}) => number === phone);
	const added = {number: phone, zone: offsetText(zone), ...known, type: phoneType || (known?.type ?? '')};
	const phones = known ? account.phones.map(one => (one === known ? added : one)) : [...account.phones, added];
	const emails = email === '' || account.emails.includes(email) ? account.emails : [...account.emails, email];
	return phones.length > contactLimit || emails.length > contactLimit
		? undefined
		: {...account, isListed: true, fields: {...account.fields, ...fields}, phones, emails};
};

const newAccount = (id: string): Account => ({
	id,
	companyId: ownCompany,
	isListed: true,
	fields: {},
	phones: [],
	emails: [],
});

/** Stores the accounts that rows name, or new ones. Returns a lead for each row; rows without access or room are omitted. */
const saveRows = (rows: readonly LeadRow[], seen: Visible, context: Context): NewLead[] => {
	const newIds = newAccountIds(context, rows.filter(({accountId}) => accountId === '').length);
	const known = findAccounts(context, [...new Set(rows.map(({accountId}) => accountId).filter(id => id !== ''))]);
	const changed = new Map<string, Account>();
	const taken: {id: string; phone: string; zone: number}[] = [];
	let used = 0;
	for (const row of rows) {
		const id = row.accountId || (newIds[used++] ?? '');
		const before = changed.get(id) ?? known.get(id);
		const account = before && !seen.account(id) ? undefined : withRow(before ?? newAccount(id), row);
		if (account) {
			changed.set(id, account);
			taken.push({id, phone: row.phone, zone: row.zone});
		}
	}
	saveAccounts(
		context,
		[...changed].map(([id, account]) => ({known: known.get(id), account})),
	);
	return taken.flatMap(({id, ...lead}) => {
		const account = changed.get(id);
		return account ? [{...holderNameOf(account), ...lead, accountId: id}] : [];
	});
};

/** What the slices of an upload share. */
type Upload = {
	/** Where the leads go: without a list, a new one is made as soon as there is a lead for it. */
	where: {campaign_id?: string | undefined; list_id?: string | undefined};
	/** What a new list is called. */
	name: string;
	check: DupCheck;
	/** The numbers of the file so far. */
	numbers: Set<string>;
	seen: Visible;
	counts: UploadCounts;
};

/** Adds some of a file's rows to the list. Call it in a transaction. */
const addRows = (rows: readonly LeadRow[], upload: Upload, context: Context): void => {
	const {check, numbers, seen, counts} = upload;
	const {world, command} = context;
	const destination = destinationFor(context.access, upload.where);
	const allowed = rows.filter(({phone}) => !isBarred(world, phone, campaignOf(destination)));
	const fresh = allowed.filter(({phone}) => {
		const isRepeated = check !== 'NONE' && numbers.has(phone);
		numbers.add(phone);
		return !isRepeated && !isThere(world, destination, check, phone);
	});
	const leads = saveRows(fresh, seen, context);
	if (leads.length > 0) {
		const list = listFor(destination, context, upload.name);
		upload.where = {list_id: list.id};
		command('addLeads', list.id, leads, true);
	}
	counts.dnc += rows.length - allowed.length;
	counts.duplicates += allowed.length - fresh.length;
	counts.invalid += fresh.length - leads.length;
	counts.inserted += leads.length;
};

/** Rows added in one transaction: some milliseconds of work, after which other requests have their turn. */
const sliceSize = 100;

export const uploads = {
	upload_file: slowly('manager', async ({file, format_id = 'standard', dup_check = 'LIST', ...where}, context) => {
		const {store, user, transaction} = context;
		destinationFor(context.access, where);
		const {rows, invalid, ignored} = await readFile(file.bytes, format_id);
		const fileName = baseName(file.name, nameLimit);
		const name = fileName.replace(/\.(?:csv|tsv|txt)$/i, '');
		const counts: UploadCounts = {total: rows.length + invalid, inserted: 0, duplicates: 0, invalid, dnc: 0};
		const seen = visibleTo(context.world, context.access);
		const upload: Upload = {where, name, check: dup_check, numbers: new Set(), seen, counts};
		for (let at = 0; at < rows.length; at += sliceSize) {
			await nextTurn();
			transaction(() => addRows(rows.slice(at, at + sliceSize), upload, context));
		}
		const listId = upload.where.list_id;
		const id = transaction(() =>
			store.uploads.add({
				...counts,
				fileName,
				listId: listId ?? '',
				format: format_id,
				dupCheck: dup_check,
				userId: user.id,
				uploadedAt: context.world.now,
			}),
		);
		await store.accounts.texts.prepare(takeTurns());
		return {upload_id: String(id), list_id: listId, ...counts, ignored_columns: ignored};
	}),
} satisfies Partial<Handlers>;
