/** upload_file: leads from a CSV (section 4.2; shapes ours). */
import {setImmediate} from 'node:timers/promises';
import type {ParamsOf} from '../../api/operations/index.ts';
import {contactLimit, findAccounts, newAccountIds, type Visible, visibleTo} from '../rules/accounts.ts';
import {ownCompany} from '../rules/company.ts';
import {CsvProblem} from '../rules/csv.ts';
import {baseName} from '../rules/file-name.ts';
import {type LeadFile, type LeadFormat, type LeadRow, readLeads} from '../rules/lead-file.ts';
import {createLimiter} from '../rules/limiter.ts';
import type {Account} from '../store/accounts.ts';
import type {UploadCounts} from '../store/uploads.ts';
import {findList, isOnList, type NewLead} from '../world/commands.ts';
import {isBarred} from '../world/do-not-call.ts';
import {leadsOfPhone, listOf} from '../world/leads.ts';
import {invalidValue} from '../world/refusal.ts';
import type {List, World} from '../world/state.ts';
import {offsetText} from '../world/zones.ts';
import {destinationFor, listFor} from './destination.ts';
import type {Context, Handlers} from './handler.ts';

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
const isThere = (world: World, list: List, check: DupCheck, phone: string): boolean => {
	switch (check) {
		case 'LIST':
			return isOnList(world, list, phone);
		case 'CAMPAIGN':
			return leadsOfPhone(world, phone).some(
				lead => world.lists[listOf(world.leads, lead)]?.campaign === list.campaign,
			);
		case 'SYSTEM':
			return leadsOfPhone(world, phone).length > 0;
		case 'NONE':
			return false;
	}
};

/** Adds a row's contacts to an account, keeping known fields. Undefined if the account has too many. */
const withRow = (account: Account, {phone, zone, firstName, lastName, email}: LeadRow): Account | undefined => {
	const isKnown = account.phones.some(({number}) => number === phone);
	const phones = isKnown ? account.phones : [...account.phones, {number: phone, type: '', zone: offsetText(zone)}];
	const emails = email === '' || account.emails.includes(email) ? account.emails : [...account.emails, email];
	const fields = {...(firstName && {first_name: firstName}), ...(lastName && {last_name: lastName}), ...account.fields};
	return phones.length > contactLimit || emails.length > contactLimit
		? undefined
		: {...account, isListed: true, fields, phones, emails};
};

const newAccount = (id: string): Account => ({
	id,
	companyId: ownCompany,
	isListed: true,
	fields: {},
	phones: [],
	emails: [],
});

/** The accounts that rows name, or new ones, with a lead for each row; rows without access or room are left out. */
const withAccounts = (
	rows: readonly LeadRow[],
	seen: Visible,
	context: Context,
): {accounts: Account[]; leads: NewLead[]} => {
	const newIds = newAccountIds(context, rows.filter(({accountId}) => accountId === '').length);
	const known = findAccounts(context, [...new Set(rows.map(({accountId}) => accountId).filter(id => id !== ''))]);
	const changed = new Map<string, Account>();
	const leads: NewLead[] = [];
	let used = 0;
	for (const row of rows) {
		const id = row.accountId || (newIds[used++] ?? '');
		const before = changed.get(id) ?? known.get(id);
		const account = before && !seen.account(id) ? undefined : withRow(before ?? newAccount(id), row);
		if (account) {
			const {first_name: firstName = '', last_name: lastName = ''} = account.fields;
			changed.set(id, account);
			leads.push({firstName, lastName, phone: row.phone, accountId: id, zone: row.zone});
		}
	}
	return {accounts: [...changed.values()], leads};
};

/** What the slices of an upload share. */
type Upload = {
	listId: string;
	check: DupCheck;
	/** The numbers of the file so far. */
	numbers: Set<string>;
	seen: Visible;
	counts: UploadCounts;
};

/** Adds some of a file's rows to the list. Call it in a transaction. */
const addRows = (rows: readonly LeadRow[], {listId, check, numbers, seen, counts}: Upload, context: Context): void => {
	const {world, store, command} = context;
	const list = findList(world, listId);
	const allowed = rows.filter(({phone}) => !isBarred(world, phone, list.campaign));
	const fresh = allowed.filter(({phone}) => {
		const isRepeated = check !== 'NONE' && numbers.has(phone);
		numbers.add(phone);
		return !isRepeated && !isThere(world, list, check, phone);
	});
	const {accounts, leads} = withAccounts(fresh, seen, context);
	for (const account of accounts) {
		store.accounts.put(account);
	}
	if (leads.length > 0) {
		command('addLeads', listId, leads, true);
	}
	counts.dnc += rows.length - allowed.length;
	counts.duplicates += allowed.length - fresh.length;
	counts.invalid += fresh.length - leads.length;
	counts.inserted += leads.length;
};

/** Rows added in one transaction: some milliseconds of work, after which other requests have their turn. */
const sliceSize = 100;

/** One slice at a time: several uploads at once hold up the others no longer than one. */
const slices = createLimiter(1);

export const uploads = {
	upload_file: {
		level: 'manager',
		async runSlowly({file, format_id = 'standard', dup_check = 'LIST', ...where}, context) {
			const {store, user, transaction} = context;
			destinationFor(context.access, where);
			const {rows, invalid} = await readFile(file.bytes, format_id);
			const fileName = baseName(file.name, nameLimit);
			const {id: listId} = transaction(() =>
				listFor(destinationFor(context.access, where), context, fileName.replace(/\.(?:csv|tsv|txt)$/i, '')),
			);
			const counts: UploadCounts = {total: rows.length + invalid, inserted: 0, duplicates: 0, invalid, dnc: 0};
			const seen = visibleTo(context.world, context.access);
			const upload: Upload = {listId, check: dup_check, numbers: new Set(), seen, counts};
			for (let at = 0; at < rows.length; at += sliceSize) {
				await slices.run(async () => {
					await setImmediate();
					transaction(() => addRows(rows.slice(at, at + sliceSize), upload, context));
				});
			}
			const id = transaction(() =>
				store.uploads.add({
					...counts,
					fileName,
					listId,
					format: format_id,
					dupCheck: dup_check,
					userId: user.id,
					uploadedAt: context.world.now,
				}),
			);
			return {upload_id: String(id), list_id: listId, ...counts};
		},
	},
} satisfies Partial<Handlers>;
