/** What an action does on the screen. */
import type {ActionId, ActionRow} from '../../present/actions.ts';
import {type Offer, whyNot} from '../../steering/offer.ts';
import type {Context} from '../store/context.ts';
import {ask} from './ask.ts';

/** What an action does, and when. */
export type Behaviour = {
	/** Its hint now, if that is not always the row's; undefined to omit it. */
	hintNow?(context: Context, hint: string | undefined): string | undefined;
	/** Why it cannot run now, which help and palette show. */
	whyDisabled?(context: Context): string | undefined;
	run(context: Context): void;
};

/** What some of the actions do. */
export type Behaviours = Readonly<Partial<Record<ActionId, Behaviour>>>;

/** An action whole: its row, and what it does. */
export type Action = ActionRow & Behaviour;

/** An action on the selected row; it cannot run while nothing is selected. */
export const withSelected = <T>(
	selected: (context: Context) => T | undefined,
	whyNone: string,
	run: (context: Context, selected: T) => void,
): Behaviour => ({
	whyDisabled: context => (selected(context) === undefined ? whyNone : undefined),
	run(context) {
		const it = selected(context);
		if (it !== undefined) {
			run(context, it);
		}
	},
});

/** Asks to confirm what is offered; the reason for no offer is the reason why it cannot run. */
export const offering = (offer: (context: Context) => Offer): Behaviour => ({
	whyDisabled: context => whyNot(offer(context)),
	run: context => ask(context, offer(context)),
});
