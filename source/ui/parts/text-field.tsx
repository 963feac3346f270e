import {Box} from 'ink';
import TextInput from 'ink-text-input';
import {useLayoutEffect, useRef, useState} from 'react';
import type {Key} from '../../terminal/decode.ts';
import type {KeySource} from '../../terminal/key-pipe.ts';
import {editText, LONGEST_TEXT, type TextState} from './text-edit.ts';
import {textWindow} from './text-window.ts';

/** The properties of a text field. */
export type TextFieldProps = {
	/** Where its keys come from: all that are pressed while it is open, but not Escape and Ctrl-C. */
	readonly keys: KeySource;
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** Called for every Enter, with the key, since whether it came alone is for the caller to judge. */
	readonly onSubmit: (value: string, key: Key) => void;
	/** The character shown for each one typed. */
	readonly mask?: string;
	/** Shown while nothing is typed. */
	readonly placeholder?: string;
	/** Its width in cells. A longer text scrolls, so that the cursor stays in sight. */
	readonly width: number;
	/** The most UTF-16 units it takes, 200 by default. */
	readonly maxLength?: number;
};

const ignore = (): void => undefined;

/**
 * ink-text-input with its cursor where we say. It puts its cursor at the end of the value that it is born with, and
 * leaves it there when the value grows: so it is born with as many characters as stand before the cursor.
 */
function Shown({
	chars,
	cursor,
	mask,
	placeholder,
}: {
	chars: readonly string[];
	cursor: number;
	mask: string | undefined;
	placeholder: string;
}) {
	const text = chars.join('');
	const [born, setBorn] = useState(false);
	useLayoutEffect(() => setBorn(true), []);
	const value = born || cursor === chars.length ? text : ' '.repeat(cursor);
	return (
		<TextInput value={value} onChange={ignore} placeholder={placeholder} {...(mask === undefined ? {} : {mask})} />
	);
}

/** What a text that is being edited looks like: as much of it as fits, with its cursor. */
export function EditedText({
	text,
	width,
	mask,
	placeholder = '',
}: {readonly text: TextState} & Pick<TextFieldProps, 'width' | 'mask' | 'placeholder'>) {
	const {chars, cursor} = textWindow(text, width, mask);
	return (
		<Box width={width} height={1} flexShrink={0} overflow="hidden">
			<Shown
				key={`${cursor}:${chars.join('')}`}
				chars={chars}
				cursor={cursor}
				mask={mask}
				placeholder={placeholder.slice(0, width)}
			/>
		</Box>
	);
}

/** The one text field: the reducer in text-edit.ts does the typing, ink-text-input shows it. */
export function TextField({
	keys,
	value,
	onChange,
	onSubmit,
	mask,
	placeholder = '',
	width,
	maxLength = LONGEST_TEXT,
}: TextFieldProps) {
	const [state, setState] = useState<TextState>({value, cursor: value.length});
	// A value that the caller set, rather than we, has its cursor at the end.
	const current = state.value === value ? state : {value, cursor: value.length};
	const latest = useRef(current);
	useLayoutEffect(() => {
		latest.current = current;
	});
	useLayoutEffect(() =>
		keys.onKey(key => {
			const before = latest.current;
			if (key.name === 'enter') {
				onSubmit(before.value, key);
				return;
			}
			const after = editText(before, key, maxLength);
			// Two keys may come before the next commit: the second must see what the first did.
			latest.current = after;
			setState(after);
			if (after.value !== before.value) {
				onChange(after.value);
			}
		}),
	);
	return <EditedText text={current} width={width} placeholder={placeholder} {...(mask === undefined ? {} : {mask})} />;
}
