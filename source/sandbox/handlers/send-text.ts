/** Sends a text for the user who asks for it; the person may answer STOP. */
import {sendText} from '../rules/texts.ts';
import {stopDelay} from '../world/replies.ts';
import type {Context} from './handler.ts';

/** Gives a command: do this last in a handler. Returns what `sendText` does. */
export const sendForUser = (
	context: Context,
	text: Omit<Parameters<typeof sendText>[1], 'userId'>,
): ReturnType<typeof sendText> => {
	const {world, user, command} = context;
	const sent = sendText(context, {...text, userId: user.id});
	const delay = sent.lead === undefined ? undefined : stopDelay(world, sent.lead, sent.id);
	if (sent.lead !== undefined && delay !== undefined) {
		command('expectOptOut', sent.lead, world.now + delay);
	}
	return sent;
};
