/**
 * Whether a frame says anything that nobody told dialtop, or hides how old it is. It reads the frame as an operator does (tables by
 * their titles, panes by their borders, fields by their labels) and knows the answers that were handed over, with their times.
 */
import type {Frame} from '../../judged.ts';

/** The figures that trials give values of their own to: a number on screen tells which answer it came with. */
export const figureNames = ['ready', 'onCall', 'waiting', 'wrapUp', 'paused', 'ringing', 'remaining', 'sales'] as const;
export type FigureName = (typeof figureNames)[number];

/** A dashboard that was handed over: what it said of each figure, undefined where it said nothing that is a number. */
export type Told = {
	profile: string;
	campaign: string;
	sentAt: number;
	at: number;
	/** A number; undefined where nothing was told; `odd` where a number came that no count can be. */
	figures: Readonly<Record<FigureName, number | undefined | 'odd'>>;
	/** As the screen writes it: `6.13`; undefined where nothing was told. */
	drop: string | undefined;
};

/** Everything that happened, by the monotonic clock of the trial. */
export type History = {
	interval: number;
	told: readonly Told[];
	/** Answers of any kind, when they were whole; a refusal is one. */
	answers: readonly {profile: string; at: number}[];
	/** Refusals of dashboards. */
	refusals: readonly number[];
	/** Commands that were accepted, as the service's answer said when it was handed over. */
	accepted: readonly {verb: string; campaign: string; at: number; sentAt: number}[];
	/** What reads showed of campaigns. */
	statuses: readonly {campaign: string; word: string; sentAt: number; at: number}[];
	/** When the machine was suspended, and for how long. */
	suspended: readonly {at: number; by: number}[];
	/** When the process stood still, and until when. */
	stood: readonly number[];
	/** Which profile was opened when. */
	opened: readonly {at: number; profile: string}[];
};

/** A figure is old after so many intervals, and after so many milliseconds at least. */
const patience = 3;
const leastOld = 5000;

/** Milliseconds by which the screen may be behind: it is drawn every second. */
const behind = 1300;

const thousands = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** What a cell may show of a figure; undefined if anything but 0. */
const shownAs = (value: Told['figures'][FigureName]): string | undefined =>
	value === undefined ? '—' : value === 'odd' ? undefined : thousands(value);

/** The titles of the board's columns that hold one figure each. */
const titles: Readonly<Record<FigureName, string>> = {
	ready: 'ready',
	onCall: 'on call',
	waiting: 'waiting',
	wrapUp: 'wrap',
	paused: 'paused',
	ringing: 'ringing',
	remaining: 'leads left',
	sales: 'sales',
};

/** Labels of figures where they stand beside them. */
const labels: readonly (readonly [RegExp, FigureName])[] = [
	[/(?<![\w-])ready +([\d,]+|—)/, 'ready'],
	[/(?<!\w )on call +([\d,]+|—)/, 'onCall'],
	[/(?:wrap-up|wrapping up) +([\d,]+|—)/, 'wrapUp'],
	[/(?<![\w] )paused +([\d,]+|—)/, 'paused'],
	[/remaining +([\d,]+|—)/, 'remaining'],
	[/(?<![\w/])sales +([\d,]+|—)/, 'sales'],
];

const ageMark = /(?:^|\s)(\d+[smh]|old)(?=\s|$)/;

/** The least age that a mark can stand for, in milliseconds; a mark of clocks that parted stands for any. */
const ageOfMark = (mark: string): number =>
	mark === 'old'
		? Number.POSITIVE_INFINITY
		: (Number(mark.slice(0, -1)) + 1) * ({s: 1000, m: 60_000, h: 3_600_000}[mark.at(-1) ?? 's'] ?? 1000);

/** Makes the judge of a history; it tells what is wrong with a frame. */
export const judgeOf = (history: History) => {
	const {interval, told, answers, refusals, accepted, statuses, suspended, stood, opened} = history;
	const oldAfter = Math.max(patience * interval, leastOld);

	const suspendedSince = (from: number, to: number): number =>
		suspended.reduce((sum, {at, by}) => (at >= from && at <= to ? sum + by : sum), 0);

	/** The real age of what was sent for at a moment. */
	const ageAt = (sentAt: number, at: number): number => at - sentAt + suspendedSince(sentAt, at);

	const newestAt = (profile: string, campaign: string, at: number): Told | undefined => {
		let newest: Told | undefined;
		for (const one of told) {
			if (
				one.profile === profile &&
				one.campaign === campaign &&
				one.at <= at &&
				(!newest || one.sentAt >= newest.sentAt)
			) {
				newest = one;
			}
		}
		return newest;
	};

	let frozenAt: number | undefined;

	/** What the screen may show of a campaign: the newest that was known within the last second. */
	const candidates = (profile: string, campaign: string, at: number): (Told | undefined)[] => [
		// A campaign that was gone has to be read again.
		undefined,
		newestAt(profile, campaign, at - behind),
		...told.filter(
			one =>
				one.profile === profile &&
				one.campaign === campaign &&
				// What is frozen was frozen some time before it was first seen to be.
				one.at > at - (frozenAt === undefined ? behind : 15_000) &&
				one.at <= at,
		),
	];

	/** The profiles that may stand on screen: the one that was opened last, and those before it that it may not have replaced yet. */
	const profilesAt = (at: number): string[] => [
		...new Set([
			opened.findLast(one => one.at <= at - 400)?.profile ?? '',
			...opened.flatMap(one => (one.at > at - 400 && one.at <= at ? [one.profile] : [])),
		]),
	];

	return (frame: Frame): string[] => {
		const complaints: string[] = [];
		const [header = '', ...body] = frame.rows;
		const isFrozen = /\bFROZEN\b/.test(header);
		frozenAt = isFrozen ? (frozenAt ?? frame.at) : undefined;
		const at = frozenAt ?? frame.at;
		// What stood still, or was suspended, has not looked at its clocks yet.
		if ([...stood, ...suspended.map(one => one.at)].some(at => frame.at >= at && frame.at < at + behind)) {
			return [];
		}
		const profiles = profilesAt(at);

		/** The newest that must be known of a campaign, as old as it is at least. */
		const leastAge = (campaign: string): number | undefined => {
			const ages = profiles.flatMap(profile =>
				candidates(profile, campaign, at).flatMap(one => (one ? [ageAt(one.sentAt, at)] : [])),
			);
			return ages.length === 0 ? undefined : Math.min(...ages);
		};
		const mustSay = (campaign: string): boolean => (leastAge(campaign) ?? 0) > oldAfter + behind;
		const isOne = (campaign: string, of: (one: Told | undefined) => boolean): boolean =>
			profiles.some(profile => candidates(profile, campaign, at).some(of));

		// The link.
		if (/(?:^|\s)live(?:\s|$)/.test(header) && !header.startsWith('too small')) {
			const newest = answers.findLast(one => one.at <= frame.at && profilesAt(frame.at).includes(one.profile));
			const isRefused = refusals.some(refused => refused > frame.at - 120_000 && refused <= frame.at);
			const patient = 2 * (isRefused || told.length === 0 ? Math.max(interval, 5000) : interval) + behind;
			const age = newest ? ageAt(newest.at, frame.at) : Number.POSITIVE_INFINITY;
			if (age > patient) {
				complaints.push(`"live" while the newest answer is ${age} ms old`);
			}
		}

		// Tables of campaigns.
		const titleRow = body.findIndex(row => /^.state +campaign\b.*(?:ready|more|│)/.test(row) && !/\bwhat\b/.test(row));
		if (titleRow !== -1) {
			const titleText = body[titleRow] ?? '';
			const ends = figureNames.flatMap(name => {
				const found = new RegExp(`(?<=[ │])${titles[name]}(?: ?[▲▼↑↓])?(?=[ │])`).exec(titleText);
				return found ? [{name, end: found.index + found[0].length}] : [];
			});
			const ageColumn = /(?<=[ │])age(?: ?[▲▼↑↓])?(?=[ │])/.exec(titleText);
			const cell = (row: string, end: number): string =>
				row[end - 1] === ' ' ? '' : (/(\S+)$/.exec(row.slice(0, end))?.[1] ?? '');
			/** What stands before the first figure of a row. */
			const before = (row: string): string => {
				const {end = row.length} = ends.toSorted((one, other) => one.end - other.end)[0] ?? {};
				return row.slice(1, end - cell(row, end).length);
			};
			const sums = new Map<FigureName, {sum: number; count: number; isOdd: boolean}>();
			let isAnyOld = false;
			let count = 0;
			for (const row of body.slice(titleRow + 1)) {
				if (/^[╰├╭]|^─{10}/.test(row)) {
					break;
				}
				const total = /^.total +(?:(\d+) of )?(\d+) /.exec(row);
				if (total) {
					if (count !== Number(total[2])) {
						break;
					}
					for (const {name, end} of ends) {
						const {sum = 0, count: summed = 0, isOdd = false} = sums.get(name) ?? {};
						const shown = cell(row, end);
						const expected = summed === 0 ? '—' : thousands(sum);
						if (!isOdd && shown !== expected && !shown.includes('…')) {
							complaints.push(`the total of ${name} is ${shown}, and the rows make ${expected}`);
						}
					}
					if (
						isAnyOld &&
						!/\bold\b|of unk/.test(before(row)) &&
						!(ageColumn && ageMark.test(row.slice(ageColumn.index - 3)))
					) {
						complaints.push(`the totals do not say that a row is old: ${row}`);
					}
					break;
				}
				const name = /(?<![\w])([KJ])(\d{3})(?!\w)/.exec(row);
				if (!name) {
					continue;
				}
				count++;
				const [, letter = '', campaign = ''] = name;
				if (!profiles.includes(letter)) {
					complaints.push(`a campaign of another profile stands on the board: ${row}`);
					continue;
				}
				const cells = ends.map(({name: figure, end}) => ({figure, text: cell(row, end)}));
				for (const {figure, text} of cells) {
					const value = Number(text.replaceAll(',', ''));
					const known = sums.get(figure) ?? {sum: 0, count: 0, isOdd: false};
					sums.set(
						figure,
						text === '—'
							? known
							: {
									sum: known.sum + value,
									count: known.count + 1,
									isOdd: known.isOdd || !/^[\d,]+$/.test(text) || value > 1e12,
								},
					);
				}
				const fits = isOne(campaign, one =>
					cells.every(({figure, text}) => {
						const expected = one ? shownAs(one.figures[figure]) : '—';
						return expected === undefined ? text !== '0' : text === expected || text.includes('…');
					}),
				);
				if (!fits) {
					const newest = profiles.flatMap(profile => newestAt(profile, campaign, at) ?? [])[0];
					complaints.push(`no answer said so: ${row} (by ${Math.round(at)}, the newest: ${JSON.stringify(newest)})`);
				}
				if (mustSay(campaign) && cells.some(({text}) => /\d/.test(text))) {
					isAnyOld = true;
					const inColumn = ageColumn && cell(row, ageColumn.index + ageColumn[0].length);
					const mark = ageMark.exec(before(row))?.[1] ?? (inColumn && ageMark.exec(inColumn)?.[1]);
					const age = leastAge(campaign) ?? 0;
					if (!mark) {
						complaints.push(`figures ${age} ms old without their age: ${row}`);
					} else if (ageOfMark(mark) < age - behind) {
						complaints.push(`figures ${age} ms old said to be ${mark}: ${row}`);
					}
				}
			}
		}

		const checkFigures = (campaign: string, lines: readonly string[], where: string): void => {
			const text = lines.join('\n');
			for (const [label, figure] of labels) {
				const shown = label.exec(text)?.[1];
				if (shown === undefined) {
					continue;
				}
				const fits = isOne(campaign, one => {
					const expected = one ? shownAs(one.figures[figure]) : '—';
					return expected === undefined ? shown !== '0' : shown === expected;
				});
				if (!fits) {
					complaints.push(`${where} of ${campaign} says ${figure} ${shown}, and no answer did`);
				}
			}
		};

		// Panes, and the page of a campaign.
		for (const [y, row] of body.entries()) {
			for (const pane of row.matchAll(/╭─ (Pace|Leads|Calls|Agents) ─+ ([^╮]*?)╮/g)) {
				const [whole, title = '', note = ''] = pane;
				const campaign = /[KJ](\d{3})/.exec(note)?.[1];
				const [from, to] = [pane.index, pane.index + whole.length];
				const below = body.slice(y + 1).map(line => line.slice(from, to));
				const end = below.findIndex(line => /^[╰╭─]/.test(line));
				const lines = below.slice(0, end === -1 ? undefined : end);
				if (campaign === undefined || lines.length === 0) {
					continue;
				}
				const hasFigures = /(?:called|ready|active|remaining|level|dropped) +[\d,]/.test(lines.join(' '));
				if (hasFigures && mustSay(campaign) && !/old|of unknown age/.test(note)) {
					complaints.push(`the pane ${title} shows figures ${leastAge(campaign)} ms old without their age: ${whole}`);
				}
				if (title === 'Agents' || title === 'Leads') {
					checkFigures(campaign, lines, `the pane ${title}`);
				}
			}
			const page = /^╭─ [KJ](\d{3}) \(\d+\) ─*(.*)╮/.exec(row);
			if (page) {
				const [, campaign = '', note = ''] = page;
				if (
					body.some(line => /(?:signed in|ready|on call|wrapping up|remaining) +[\d,]/.test(line)) &&
					mustSay(campaign) &&
					!/old|of unknown age/.test(note)
				) {
					complaints.push(`the page shows figures ${leastAge(campaign)} ms old without their age: ${row}`);
				}
				checkFigures(campaign, body.slice(y + 1), 'the page');
			}
		}

		// Large digits of the wall say how many of their rows are old.
		const wall = body.find(row => /^╭─ (?:All campaigns|\d+ of \d+ campaigns) ─/.test(row));
		if (wall !== undefined) {
			const listed = new Set(
				profiles.flatMap(profile => told.flatMap(one => (one.profile === profile ? [one.campaign] : []))),
			);
			const rows = body.flatMap(row => /(?<!\w)[KJ](\d{3})(?!\w)/.exec(row)?.[1] ?? []);
			if (rows.some(campaign => listed.has(campaign) && mustSay(campaign)) && !/\bold\b/.test(wall)) {
				complaints.push(`the totals of the wall do not say that they are old: ${wall}`);
			}
		}

		// Alerts that the figures do not support, or no longer.
		for (const row of body) {
			const alert = /[KJ]?(\d{3})\b.*?DROP RATE (\d+\.\d+)%, AT OR OVER/.exec(row);
			if (!alert) {
				continue;
			}
			const [, campaign = '', rate = ''] = alert;
			const ofCampaign = told.filter(
				one => profiles.includes(one.profile) && one.campaign === campaign && one.at <= frame.at,
			);
			if (!ofCampaign.some(({drop}) => drop === rate)) {
				complaints.push(`an alert quotes a rate that nobody told: ${row}`);
			}
			const last = ofCampaign.toSorted((one, other) => one.sentAt - other.sentAt).slice(-3);
			const isOver =
				last.length === 3 &&
				last.every(({drop, at: heard}) => drop !== undefined && Number(drop) < 1.5 && heard < frame.at - 3000);
			if (isOver) {
				complaints.push(`an alert has ended, and is still shown: ${row}`);
			}
		}

		// Commands.
		for (const row of body) {
			const said = /\b(Pause|Play|Stop) (\d{3}): (done|observed)(, observed)?/.exec(row);
			if (!said) {
				continue;
			}
			const [, verb = '', campaign = '', how, also] = said;
			const word = {Pause: 'PAUSE', Play: 'PLAY', Stop: 'STOP'}[verb] ?? '';
			const done = accepted.filter(
				one => one.verb === verb.toLowerCase() && one.campaign === campaign && one.at <= frame.at,
			);
			if (how === 'done' && done.length === 0) {
				complaints.push(`done, and the service never said so: ${row}`);
			}
			const isSeen = statuses.some(one => one.campaign === campaign && one.word === word && one.at <= frame.at);
			if ((also !== undefined || how === 'observed') && !isSeen) {
				complaints.push(`observed, and the service never showed it: ${row}`);
			}
		}
		return complaints;
	};
};
