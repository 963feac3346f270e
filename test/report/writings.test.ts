/** The same report for a terminal, as Markdown and as HTML. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {width} from '../../source/present/format.ts';
import {documentOf} from '../../source/report/document.ts';
import {asHtml} from '../../source/report/html.ts';
import {asMarkdown} from '../../source/report/markdown.ts';
import {asText} from '../../source/report/text.ts';
import {textOf} from '../helpers/pages.ts';
import {alertOf, endedAlert, from, hour, inputOf, madeReport, samplesOf} from './make.ts';

const plain = (_role: string, text: string): string => text;

const writeText = (report = madeReport(), room = 80): string => asText(documentOf(report), room, plain);

test('on a terminal of 80 columns', async () => {
	await expect(writeText()).toMatchFileSnapshot('hand-over.txt');
});

test('the page of the report shows it as it is', async () => {
	const page = await textOf('media/report.md');
	expect(page).toContain(`\n\`\`\`text\n${writeText()}\`\`\`\n`);
});

test('as Markdown', async () => {
	await expect(asMarkdown(documentOf(madeReport()))).toMatchFileSnapshot('hand-over.md.txt');
});

test('lines of a terminal are never wider than it, whatever things are called', () => {
	fc.assert(
		fc.property(
			fc.string({minLength: 1, maxLength: 60, unit: 'grapheme'}),
			fc.stringMatching(/^\d{1,9}$/),
			(name, id) => {
				const report = madeReport({
					campaigns: [{id, name, samples: samplesOf(name)}],
					alerts: [{...endedAlert(from, from + hour), alert: alertOf(from, {name, campaignId: id})}],
				});
				for (const line of writeText(report).split('\n')) {
					expect(width(line)).toBeLessThanOrEqual(80);
				}
			},
		),
		{numRuns: 12},
	);
});

/** What a service, or who filled a form, may call things to break out of a document. */
const hostile = `</td><script>alert(1)</script> | **x** [y](javascript:z) "&' <img src=x onerror=y>`;

const hostileReport = () => {
	const {commands, ...input} = inputOf();
	return madeReport({
		...input,
		campaigns: [{id: hostile, name: hostile, samples: samplesOf(hostile)}],
		alerts: [{...endedAlert(from, from + hour), alert: alertOf(from, {name: hostile}), acknowledgedBy: hostile}],
		commands: commands.map(one => ({
			...one,
			who: hostile,
			reason: hostile,
			asked: hostile,
			target: {kind: 'campaign', id: hostile, name: hostile},
		})),
		lists: [{id: hostile, name: hostile, campaignId: hostile, remaining: 1, endsAt: from + 9 * hour}],
		damage: [hostile],
	});
};

const voidTags = ['meta', 'br'];
const allowed =
	/^(?:!doctype|html|head|meta|title|style|body|h[12]|p|ul|li|br|span|table|thead|tbody|tfoot|tr|t[dh]|div|figure|figcaption|svg|line|rect|text)$/;

/** Reads HTML as strictly as XML: each tag that it finds, closed in its order. */
const tagsOf = (html: string): string[] => {
	const open: string[] = [];
	const found: string[] = [];
	const body = html.replace(/<style>[\s\S]*?<\/style>/, '');
	for (const [, close, name = '', attributes = '', selfClosed] of body.matchAll(
		/<(\/?)([!\w]+)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/g,
	)) {
		found.push(name);
		expect(attributes.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\son\w+=|href|src=/);
		if (close) {
			expect(open.pop()).toBe(name);
		} else if (!selfClosed && !voidTags.includes(name) && !name.startsWith('!')) {
			open.push(name);
		}
	}
	expect(open).toEqual([]);
	// What is no tag has no sign of one.
	expect(body.replaceAll(/<\/?[!\w]+(?:\s+[\w:-]+(?:="[^"<]*")?)*\s*\/?>/g, '')).not.toMatch(/[<>]/);
	return found;
};

test('HTML is one file of well-formed tags that loads nothing and runs nothing, whatever things are called', () => {
	for (const report of [madeReport(), hostileReport(), madeReport({campaigns: []})]) {
		const html = asHtml(documentOf(report));
		expect(tagsOf(html).filter(tag => !allowed.test(tag))).toEqual([]);
		expect(html).not.toMatch(/<script|url\(|@import|https?:/);
		expect(html).toContain("default-src 'none'");
		expect(html).toContain('@media print');
		// A foot that is repeated on each page of paper would be the sum of other rows; a wide table is moved within its own width.
		expect(html).toMatch(/@media print \{[^@]*@page[^@]*tfoot \{ display: table-row-group;/);
		expect(html.match(/<table>/g)).toEqual(html.match(/(?<=<div class="wide">)<table>/g));
	}
	expect(asHtml(documentOf(madeReport())).match(/<svg/g)).toHaveLength(2);
});

test('Markdown has its tables whole, whatever things are called', () => {
	const lines = asMarkdown(documentOf(hostileReport())).split('\n');
	const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length;
	for (const [index, line] of lines.entries()) {
		const before = lines[index - 1];
		if (line.startsWith('|') && before?.startsWith('|')) {
			expect(cells(line)).toBe(cells(before));
		}
	}
	expect(lines.join('\n')).not.toMatch(/(?<!\\)<|(?<!\\)\[/);
});
