/** Who reads the sentences: somebody who types words to dialtop. */
import type {Source} from '../../model/state.ts';
import type {Reader} from '../../present/advice.ts';

export const readerOf = ({flags}: Pick<Source, 'flags'>): Reader => ({
	...(flags !== undefined && {flags}),
	isTyping: true,
});
