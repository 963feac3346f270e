/** The agreement of a payment plan as a PDF: the original payments, whatever happened to them since. */
import type {PDFDocument, PDFFont, PDFPage} from '@cantoo/pdf-lib';
import type {Frequency, Plan} from '../store/plans.ts';
import {dayText, utcOf, type Zoned} from '../world/time.ts';

/** An agreed payment; `amount` in cents. */
export type AgreedPayment = {dueDate: string; amount: number};

/** US letter, in points. */
const width = 612;
const height = 792;
const margin = 56;
const lineHeight = 15;
const textSize = 10;
/** Left edges of the table's columns; numbers and amounts are aligned right at theirs. */
const columns = {number: margin + 40, dueDate: margin + 80, amount: margin + 260};

const frequencyTexts: Record<Frequency, string> = {
	weekly: 'every week',
	biweekly: 'every two weeks',
	semimonthly: 'twice a month',
	monthly: 'every month',
	'one-time': 'once',
};

const terms = [
	'The account holder pays the total above in the payments listed, each on or before its due date.',
	'Where a payment method was named, payments are collected from it on their due dates. It is known by a token only: ' +
		'no card number is part of this agreement or stored with it.',
	'A payment that is declined stays owed, and is arranged anew with the account holder.',
	'What is paid early or in addition is taken off the last payments. The total never grows.',
	'If the plan is cancelled, payments that are still scheduled are not collected; what was paid stays credited.',
];

/** `1,250.00` for 125000 cents. */
const groupedMoney = (cents: number): string =>
	(cents / 100).toLocaleString('en-US', {minimumFractionDigits: 2, maximumFractionDigits: 2});

/** Latin letters that NFKD does not split into a plain letter and an accent. */
const plainForms: Readonly<Record<string, string>> = {Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i'};

/** Characters that the font lacks lose their accents, or become a question mark. */
const shownWith = (font: PDFFont): ((text: string) => string) => {
	const known = new Set(font.getCharacterSet());
	const isKnown = (character: string): boolean => known.has(character.codePointAt(0) ?? 0);
	const shown = (character: string): string =>
		isKnown(character)
			? character
			: (plainForms[character] ?? ([...character.normalize('NFKD')].filter(isKnown).join('') || '?'));
	return text => [...text.normalize('NFC').replace(/\s/g, ' ')].map(shown).join('');
};

const numberPages = (pages: readonly PDFPage[], font: PDFFont, planId: number): void => {
	for (const [index, page] of pages.entries()) {
		const text = `Payment agreement ${planId} - page ${index + 1} of ${pages.length}`;
		page.drawText(text, {x: (width - font.widthOfTextAtSize(text, 8)) / 2, y: margin / 2, size: 8, font});
	}
};

const describe = (document: PDFDocument, world: Zoned, plan: Plan): void => {
	const made = new Date(utcOf(world, plan.createdAt));
	document.setTitle(`Payment agreement ${plan.id}`);
	document.setProducer('dialtop sandbox');
	document.setCreator('dialtop sandbox');
	document.setCreationDate(made);
	document.setModificationDate(made);
};

/** The same bytes for the same plan. */
export const agreementPdf = async (
	world: Zoned,
	plan: Plan,
	payments: readonly AgreedPayment[],
): Promise<Uint8Array> => {
	// Half a megabyte of code, loaded only here.
	const {PDFDocument, StandardFonts, breakTextIntoLines} = await import('@cantoo/pdf-lib');
	const document = await PDFDocument.create({updateMetadata: false});
	describe(document, world, plan);
	const font = await document.embedFont(StandardFonts.Helvetica);
	const bold = await document.embedFont(StandardFonts.HelveticaBold);
	const shown = shownWith(font);
	let page = document.addPage([width, height]);
	let y = height - margin;

	/** Moves down by so many points; true if that began a new page. */
	const down = (points: number): boolean => {
		y -= points;
		const isFull = y < margin + lineHeight;
		if (isFull) {
			page = document.addPage([width, height]);
			y = height - margin - lineHeight;
		}
		return isFull;
	};
	const draw = (text: string, x: number, size = textSize, face = font): void =>
		page.drawText(shown(text), {x, y, size, font: face});
	const drawRight = (text: string, x: number, face = font): void =>
		draw(text, x - face.widthOfTextAtSize(text, textSize), textSize, face);
	const paragraph = (text: string, x: number): void => {
		const measure = (part: string): number => font.widthOfTextAtSize(part, textSize);
		const room = width - margin - x;
		const lines = breakTextIntoLines(shown(text), [' '], room, measure).flatMap(line =>
			measure(line) <= room ? [line] : breakTextIntoLines(line, [''], room, measure),
		);
		for (const line of lines) {
			draw(line.trimEnd(), x);
			down(lineHeight);
		}
	};
	const heading = (text: string): void => {
		// A heading is never the last line of a page.
		down(y < margin + 5 * lineHeight ? y : lineHeight);
		draw(text, margin, 12, bold);
		down(1.5 * lineHeight);
	};
	const entry = (name: string, text: string): void => {
		draw(name, margin, textSize, bold);
		paragraph(text, margin + 130);
	};
	const row = (number: string, dueDate: string, amount: string, face = font): void => {
		drawRight(number, columns.number, face);
		draw(dueDate, columns.dueDate, textSize, face);
		drawRight(amount, columns.amount, face);
	};
	const headRow = (): void => {
		row('No.', 'Due date', 'Amount', bold);
		page.drawLine({start: {x: margin, y: y - 4}, end: {x: columns.amount, y: y - 4}, thickness: 0.5});
		down(1.4 * lineHeight);
	};

	draw('Payment agreement', margin, 20, bold);
	down(2 * lineHeight);
	entry('Agreement', String(plan.id));
	entry('Made on', dayText(world, plan.createdAt));
	heading('Parties');
	entry('Account holder', plan.holder || plan.accountId);
	entry('Account', plan.accountId);
	entry('Creditor', 'the company that the account belongs to');
	heading('Payments');
	entry('Total', groupedMoney(plan.total));
	entry('Paid', `${frequencyTexts[plan.frequency]}, ${payments.length} in all`);
	down(lineHeight);
	headRow();
	for (const [index, {dueDate, amount}] of payments.entries()) {
		row(String(index + 1), dueDate, groupedMoney(amount));
		if (down(lineHeight)) {
			headRow();
		}
	}
	row('', 'Total', groupedMoney(payments.reduce((sum, {amount}) => sum + amount, 0)), bold);
	down(lineHeight);
	heading('Terms');
	for (const [index, term] of terms.entries()) {
		draw(`${index + 1}.`, margin);
		paragraph(term, margin + 20);
	}
	heading('Signatures');
	for (const party of ['Account holder', 'For the creditor']) {
		down(2.5 * lineHeight);
		page.drawLine({start: {x: margin, y: y + 12}, end: {x: margin + 260, y: y + 12}, thickness: 0.5});
		page.drawLine({start: {x: margin + 300, y: y + 12}, end: {x: margin + 440, y: y + 12}, thickness: 0.5});
		draw(party, margin);
		draw('Date', margin + 300);
	}
	numberPages(document.getPages(), font, plan.id);
	return document.save();
};
