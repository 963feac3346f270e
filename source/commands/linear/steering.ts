/** Commands that change something: the offer, the question and the sending are those of the screen and the command line. */
import {sentence, word} from '../../present/sentence.ts';
import {isSettled} from '../../steering/conductor.ts';
import {levelWishIn, levelWords} from '../../steering/level.ts';
import {type CampaignVerb, type Skipped, whyNoControl} from '../../steering/offer.ts';
import {type PausedAll, progressOf} from '../../steering/pause-progress.ts';
import {basisOf, carryOut, confirmed, giveUpAfter} from '../connect/carry-out.ts';
import {withheld} from '../connect/outcome-rows.ts';
import {campaignSteering, levelSteering, pauseAll, type Steering} from '../steer/steer.ts';
import {type LinearFloor, type Named, type Session, withCampaigns, wordsOf} from './session.ts';

/** The number of the last question, by which those that it is about belong together. */
let questions = 0;

/** How far a pause of everything came, once the service shows it or is waited for no longer. */
const reportPauseAll = async (
	{prompt}: Session,
	{store, until}: LinearFloor['headless'],
	run: PausedAll,
	sent: Awaited<ReturnType<typeof carryOut>>['sent'],
): Promise<void> => {
	const controls = sent.map(({control}) => control);
	await until(state => isSettled(state, controls), giveUpAfter);
	prompt.print(
		progressOf(store.get(), run, {again: undefined, log: undefined, close: undefined}).map(({text}) => text),
	);
};

/** Offers, asks and sends. What came of it is printed as it comes. */
const steer = async (session: Session, {floor, ids}: Named, steering: Steering): Promise<void> => {
	const {prompt} = session;
	const {headless} = floor;
	const {monitor, store} = headless;
	const why = whyNoControl(store.get());
	if (why !== undefined) {
		prompt.print([`Nothing was sent: ${why}`]);
		return;
	}
	prompt.suspend();
	try {
		await Promise.all(ids.map(id => steering.read?.(monitor, id)));
		const offer = steering.offer(basisOf(headless), ids);
		const number = ++questions;
		const batch =
			'controls' in offer
				? await confirmed(headless, offer, {yes: false}, {...steering, number, isTyped: true})
				: offer;
		if (!batch) {
			return;
		}
		const {skipped = []} = batch;
		const skippedText = ({target, ...reason}: Skipped): string => {
			const row = withheld({...steering, target}, steering.shown(store.get(), target.id), reason);
			return sentence(row.says(`${steering.verb} ${word(target.id)}`, true), [['Name', target.name]]);
		};
		prompt.print(
			'why' in batch && skipped.length === 0 ? [`Nothing was sent: ${batch.why}`] : skipped.map(skippedText),
		);
		if ('controls' in batch) {
			const at = store.get().now;
			const targets = batch.controls.map(({target}) => target);
			// More can be typed while it is under way.
			void session.during(
				carryOut(headless, batch, {wait: 0}).then(({sent}) => {
					void (steering.isLikely && reportPauseAll(session, headless, {batch: number, at, targets, skipped}, sent));
				}),
			);
		}
	} finally {
		prompt.resume();
	}
};

const everything: readonly string[] = ['all', 'everything'];

/** `pause all`: of one service. */
const steerAll = (session: Session): void | Promise<void> => {
	const run = (floor: LinearFloor): Promise<void> => steer(session, {floor, ids: []}, pauseAll);
	const [only, ...others] = session.floors;
	if (only && others.length === 0) {
		return run(only);
	}
	session.offer(
		'Pause all that dial at which service?',
		session.floors.map(floor => ({text: word(floor.headless.name ?? ''), run: () => run(floor)})),
	);
	return undefined;
};

/** `play`, `pause` and `stop`. */
export const steerVerb = (session: Session, verb: CampaignVerb, text: string): void | Promise<void> =>
	verb === 'pause' && everything.includes(text)
		? steerAll(session)
		: withCampaigns(session, text, 'whole', named => steer(session, named, campaignSteering(verb)));

/** `level`. */
export const steerLevel = (session: Session, text: string): void | Promise<void> => {
	const level = wordsOf(text).at(-1) ?? '';
	const wish = levelWishIn(level);
	if (!wish || level === text) {
		session.prompt.print([`Type level, a campaign and ${levelWords}`]);
		return undefined;
	}
	const name = text.slice(0, text.lastIndexOf(level)).trim();
	return withCampaigns(session, name, 'whole', named =>
		named.ids.length === 1
			? steer(session, named, levelSteering(wish))
			: session.prompt.print(['A level is set for one campaign at a time']),
	);
};
