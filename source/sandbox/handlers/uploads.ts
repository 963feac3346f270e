/** upload_file: leads from a CSV (section 4.2; shapes ours). */
import type {ParamsOf} from '../../api/operations/index.ts';
import {contactLimit, findAccounts, newAccountIds, ownCompany, visibleTo} from '../rules/accounts.ts';
import {CsvProblem} from '../rules/csv.ts';
import {baseName} from '../rules/file-name.ts';
import {type LeadFile, type LeadFormat, type LeadRow, readLeads} from '../rules/lead-file.ts';
import type {Account} from '../store/accounts.ts';
import type {UploadCounts} from '../store/uploads.ts';
import {isOnList, type NewLead} from '../world/commands.ts';
import {isBarred} from '../world/do-not-call.ts';
import {leadsOfPhone, listOf} from '../world/leads.ts';
import {invalidValue} from '../world/refusal.ts';
import {offsetText} from '../world/zones.ts';
import {campaignOf, type Destination, destinationFor, listFor} from './destination.ts';
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

/** Returns a check whether a number is a duplicate; each number checked counts as present from then on. */
const duplicateCheck = ({world}: Context, destination: Destination, check: DupCheck): ((phone: string) => boolean) => {
	const list = 'list' in destination ? destination.list : undefined;
	const campaign = campaignOf(destination);
	const isInCampaign = (lead: number): boolean => world.lists[listOf(world.leads, lead)]?.campaign === campaign;
	const isThere: Record<DupCheck, (phone: string) => boolean> = {
		LIST: phone => list !== undefined && isOnList(world, list, phone),
		CAMPAIGN: phone => leadsOfPhone(world, phone).some(isInCampaign),
		SYSTEM: phone => leadsOfPhone(world, phone).length > 0,
		NONE: () => false,
	};
	const checked = new Set<string>();
	return phone => {
		const isDuplicate = (check !== 'NONE' && checked.has(phone)) || isThere[check](phone);
		checked.add(phone);
		return isDuplicate;
	};
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
const withAccounts = (rows: readonly LeadRow[], context: Context): {accounts: Account[]; leads: NewLead[]} => {
	const seen = visibleTo(context.world, context.access);
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

/** Sorts a file's rows without changing anything yet. */
const classifyRows = ({rows, invalid}: LeadFile, destination: Destination, check: DupCheck, context: Context) => {
	const campaign = campaignOf(destination);
	const isDuplicate = duplicateCheck(context, destination, check);
	const allowed = rows.filter(({phone}) => !isBarred(context.world, phone, campaign));
	const fresh = allowed.filter(({phone}) => !isDuplicate(phone));
	const {accounts, leads} = withAccounts(fresh, context);
	const counts: UploadCounts = {
		total: rows.length + invalid,
		inserted: leads.length,
		duplicates: allowed.length - fresh.length,
		invalid: invalid + fresh.length - leads.length,
		dnc: rows.length - allowed.length,
	};
	return {accounts, leads, counts};
};

export const uploads = {
	upload_file: {
		level: 'manager',
		async runSlowly({file, format_id = 'standard', dup_check = 'LIST', ...where}, context) {
			destinationFor(context.access, where);
			const content = await readFile(file.bytes, format_id);
			return context.transaction(() => {
				const {world, access, store, user, command} = context;
				const destination = destinationFor(access, where);
				const {accounts, leads, counts} = classifyRows(content, destination, dup_check, context);
				for (const account of accounts) {
					store.accounts.put(account);
				}
				const fileName = baseName(file.name, nameLimit);
				const list = listFor(destination, context, fileName.replace(/\.(?:csv|tsv|txt)$/i, ''));
				const upload = store.uploads.add({
					...counts,
					fileName,
					listId: list.id,
					format: format_id,
					dupCheck: dup_check,
					userId: user.id,
					uploadedAt: world.now,
				});
				if (leads.length > 0) {
					command('addLeads', list.id, leads, true);
				}
				return {upload_id: String(upload), list_id: list.id, ...counts};
			});
		},
	},
} satisfies Partial<Handlers>;
