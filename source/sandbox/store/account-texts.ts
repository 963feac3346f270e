/**
 * What a search compares of stored accounts: a line for each, written with the account, and cached in memory in blocks, so that
 * any part of a name, a reference, an email or a number is found without reading the accounts.
 */
import type {Database} from './database.ts';

/** A text that every line holds. */
export const inEveryLine = '\t';

/** Separates the reference itself from a line. */
const referenceStart = '\f';

/** What of an account is searched; see `Account`. */
type Searched = {
	id: string;
	fields: Readonly<Record<string, string>>;
	phones: readonly {number: string}[];
	emails: readonly string[];
};

const plain = (name: string): string => name.replace(/[\t\n\f]/g, ' ').toLowerCase();

/** The person's name, the company's, the reference and the emails; and the reference itself if it has capitals. */
export const lineOf = ({id, fields, emails}: Searched): string => {
	const {first_name = '', last_name = '', company_name = ''} = fields;
	const lower = id.toLowerCase();
	const names = [plain(`${first_name} ${last_name}`.trim()), plain(company_name)];
	const line = [...names, lower, ...emails.map(email => email.toLowerCase())].join('\t');
	return lower === id ? line : `${line}${referenceStart}${id}`;
};

/** The numbers, with commas between them. */
export const numbersOf = ({phones}: Searched): string => phones.map(({number}) => number).join();

/** An account as a search knows it: its row, a tab, and its line. */
export type AccountText = string;

const namesFrom = (account: AccountText): number => account.indexOf('\t') + 1;
const namesEnd = (account: AccountText): number => account.indexOf('\t', account.indexOf('\t', namesFrom(account)) + 1);

/** Its row. */
export const rowOf = (account: AccountText): number => Number(account.slice(0, account.indexOf('\t')));

/** Its reference. */
export const idOf = (account: AccountText): string => {
	const capitals = account.indexOf(referenceStart);
	if (capitals !== -1) {
		return account.slice(capitals + 1);
	}
	const from = namesEnd(account) + 1;
	const end = account.indexOf('\t', from);
	return account.slice(from, end === -1 ? account.length : end);
};

/** Whether the name of the person or the company holds a text. */
export const isNamed = (account: AccountText, text: string): boolean => {
	const at = account.indexOf(text, namesFrom(account));
	return at !== -1 && at < namesEnd(account);
};

/** Whether a name, the reference or an email holds a text. */
export const hasText = (account: AccountText, text: string): boolean => account.includes(text, namesFrom(account));

/** Accounts in a block; making one takes some milliseconds. */
const blockSize = 4096;

/** Most accounts that are yielded at once. */
const pieceSize = 256;

type Block = {
	/** Its accounts, a line each. */
	texts: string;
	/** Each number of its accounts, times the size of a block, plus the account's index in the block. */
	numbers: Float64Array;
	/** By the account's index in the block: where `groups` has its group; undefined until one is asked for. */
	groups?: Uint32Array;
};

/** @param list the index of each account in the block, followed by its numbers, which are larger */
const packNumbers = (list: readonly number[]): Float64Array => {
	const packed: number[] = [];
	let index = 0;
	for (const value of list) {
		if (value < blockSize) {
			index = value;
		} else {
			packed.push(value * blockSize + index);
		}
	}
	return Float64Array.from(packed);
};

export const createAccountTexts = (database: Database) => {
	/** Undefined if an account has changed since. */
	const blocks: (Block | undefined)[] = [];
	const groups = new Map<string, number>();
	const groupNames: string[] = [];

	const blockAt = (index: number): Block => {
		const known = blocks[index];
		if (known) {
			return known;
		}
		const {texts, numbers} = database.one<{texts: string | null; numbers: string | null}>(
			`select group_concat(place || char(9) || line, char(10)) as texts,
				group_concat(iif(numbers = '', null, (place % ${blockSize}) || ',' || numbers)) as numbers
			from (select place, line, numbers from accounts where place >= ? and place < ? order by place)`,
			index * blockSize,
			(index + 1) * blockSize,
		) ?? {texts: '', numbers: ''};
		const block = {texts: texts ?? '', numbers: packNumbers(JSON.parse(`[${numbers ?? ''}]`))};
		blocks[index] = block;
		return block;
	};

	const last = database.value<number | null>('select max(place) from accounts') ?? 0;
	for (let index = 0; index <= last / blockSize; index++) {
		blockAt(index);
	}

	const groupIndex = (group: string): number => {
		const index = groups.get(group) ?? groupNames.push(group) - 1;
		groups.set(group, index);
		return index;
	};

	const accountWith = (column: 'place' | 'id', value: string | number): AccountText | undefined =>
		database.value(`select place || char(9) || line from accounts where ${column} = ?`, value);

	return {
		/** Forgets the line of an account that is written. */
		forget(row: number): void {
			blocks[Math.floor(row / blockSize)] = undefined;
		},
		/** Makes what is missing, so that no search has to. @param pause awaited after each block */
		async prepare(pause: () => Promise<void> | undefined): Promise<void> {
			for (let index = 0; index < blocks.length; index++) {
				blockAt(index);
				await pause();
			}
		},
		/** The group of the account in a row. @param find tells it by the reference; asked again once an account has changed */
		groupOf(row: number, find: (id: string) => string): string {
			const block = blockAt(Math.floor(row / blockSize));
			if (!block.groups) {
				block.groups = new Uint32Array(blockSize);
				for (const account of block.texts.split('\n')) {
					block.groups[rowOf(account) % blockSize] = groupIndex(find(idOf(account)));
				}
			}
			return groupNames[block.groups[row % blockSize] ?? 0] ?? '';
		},
		/** The account with this reference. */
		of: (id: string): AccountText | undefined => accountWith('id', id),
		/**
		 * Accounts that hold a text anywhere, in pieces, some of them empty.
		 *
		 * @param isSeen whether the account in a row is wanted at all
		 */
		*withText(text: string, isSeen: (row: number) => boolean): Generator<AccountText[]> {
			for (let index = 0; index < blocks.length; index++) {
				const {texts} = blockAt(index);
				let found: AccountText[] = [];
				for (let at = texts.indexOf(text); at !== -1; ) {
					const end = texts.indexOf('\n', at);
					const account = texts.slice(texts.lastIndexOf('\n', at) + 1, end === -1 ? texts.length : end);
					if (hasText(account, text) && isSeen(rowOf(account)) && found.push(account) === pieceSize) {
						yield found;
						found = [];
					}
					at = end === -1 ? -1 : texts.indexOf(text, end);
				}
				yield found;
			}
		},
		/** As before, with a number, an integer, that passes a test. */
		*withNumber(isMatch: (number: number) => boolean, isSeen: (row: number) => boolean): Generator<AccountText[]> {
			for (let index = 0; index < blocks.length; index++) {
				const rows = new Set<number>();
				for (const packed of blockAt(index).numbers) {
					const number = Math.floor(packed / blockSize);
					if (isMatch(number)) {
						rows.add(packed - number * blockSize);
					}
				}
				const found = Array.from(rows, row => index * blockSize + row).filter(isSeen);
				for (let from = 0; from <= found.length; from += pieceSize) {
					yield found.slice(from, from + pieceSize).flatMap(row => accountWith('place', row) ?? []);
				}
			}
		},
	};
};
