/**
 * What a search compares of stored accounts: a line for each, written with the account, and kept in memory in blocks of lines,
 * so that any part of a name, a reference, an email or a number is found without reading the accounts.
 */
import type {Database} from './database.ts';

/** A text that every line holds. */
export const inEveryLine = '\t';

/** Separates the parts of a line that hold text, the numbers and the reference from each other. */
const partEnd = '\f';

/** What of an account is searched; see `Account`. */
type Searched = {
	id: string;
	fields: Readonly<Record<string, string>>;
	phones: readonly {number: string}[];
	emails: readonly string[];
};

const plain = (name: string): string => name.replace(/[\t\n\f]/g, ' ').toLowerCase();

/** The person's name, the company's, the reference and the emails; the numbers; and the reference itself if it has capitals. */
export const lineOf = ({id, fields, phones, emails}: Searched): string => {
	const {first_name = '', last_name = '', company_name = ''} = fields;
	const lower = id.toLowerCase();
	return [
		[
			plain(`${first_name} ${last_name}`.trim()),
			plain(company_name),
			lower,
			...emails.map(email => email.toLowerCase()),
		].join('\t'),
		phones.map(({number}) => number).join('\t'),
		...(lower === id ? [] : [id]),
	].join(partEnd);
};

/** An account as its line tells of it. */
export type AccountText = {
	/** Its row. */
	place: number;
	id: string;
	/** Whether the name of the person or the company holds a text. */
	isNamed(text: string): boolean;
	/** Whether a name, the reference or an email holds a text. */
	has(text: string): boolean;
	/** Whether one of its numbers holds these digits. */
	hasDigits(digits: string): boolean;
};

const read = (line: string): AccountText => {
	const placeEnd = line.indexOf('\t');
	const namesEnd = line.indexOf('\t', line.indexOf('\t', placeEnd + 1) + 1);
	const textEnd = line.indexOf(partEnd);
	const numbersEnd = line.indexOf(partEnd, textEnd + 1);
	const isWithin = (text: string, from: number, to: number): boolean => {
		const at = line.indexOf(text, from);
		return at !== -1 && at < to;
	};
	return {
		place: Number(line.slice(0, placeEnd)),
		get id() {
			const lowerEnd = line.indexOf('\t', namesEnd + 1);
			return numbersEnd === -1
				? line.slice(namesEnd + 1, lowerEnd === -1 || lowerEnd > textEnd ? textEnd : lowerEnd)
				: line.slice(numbersEnd + 1);
		},
		isNamed: text => isWithin(text, placeEnd + 1, namesEnd),
		has: text => isWithin(text, placeEnd + 1, textEnd),
		hasDigits: digits => isWithin(digits, textEnd + 1, numbersEnd === -1 ? line.length : numbersEnd),
	};
};

/** Accounts in a block; making one takes about a millisecond. */
const blockSize = 4096;

export const createAccountTexts = (database: Database) => {
	/** The lines of each block, each after its place; undefined if an account has changed since. */
	const blocks: (string | undefined)[] = [];

	const blockAt = (index: number): string => {
		const known = blocks[index];
		if (known !== undefined) {
			return known;
		}
		const made = database.one<{lines: string | null}>(
			`select group_concat(place || char(9) || line, char(10)) as lines
			from (select place, line from accounts where place >= ? and place < ? order by place)`,
			index * blockSize,
			(index + 1) * blockSize,
		);
		const lines = made?.lines ?? '';
		blocks[index] = lines;
		return lines;
	};

	const last = database.one<{place: number | null}>('select max(place) as place from accounts')?.place ?? 0;
	for (let index = 0; index <= last / blockSize; index++) {
		blockAt(index);
	}

	return {
		/** Forgets the line of an account that is written. */
		forget(place: number): void {
			blocks[Math.floor(place / blockSize)] = undefined;
		},
		/** Makes what is missing, so that no search has to. @param pause awaited after each block */
		async prepare(pause: () => Promise<void> | undefined): Promise<void> {
			for (let index = 0; index < blocks.length; index++) {
				blockAt(index);
				await pause();
			}
		},
		/**
		 * Visits accounts whose line holds a text, anywhere.
		 *
		 * @param pause awaited after each block
		 */
		async visit(
			text: string,
			visit: (account: AccountText) => void,
			pause: () => Promise<void> | undefined,
		): Promise<void> {
			for (let index = 0; index < blocks.length; index++) {
				const lines = blockAt(index);
				for (let at = lines.indexOf(text); at !== -1; ) {
					const start = lines.lastIndexOf('\n', at) + 1;
					const found = lines.indexOf('\n', at);
					const end = found === -1 ? lines.length : found;
					visit(read(lines.slice(start, end)));
					at = lines.indexOf(text, end);
				}
				await pause();
			}
		},
	};
};
