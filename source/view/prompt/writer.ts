import type {FooterHint} from '../../keys/footer-hints.js';
import type {Typed} from '../terminal/key-queue.js';
import {type TextLine, tooLongText} from './text-line.js';

/** The input line as shown on the screen. */
export type Writing = {
	/** The label in front of the line, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	/** The error for the line below, with carets under its position; may be empty. */
	readonly problem: string;
	/** The message without carets, shown above the footer. Empty if the line below shows the whole error. */
	readonly elsewhere: string;
	/** Hint at the probable meaning of the words, for the line below if there is no error; mostly empty. */
	readonly meant: string;
	/** The hints for the footer. */
	readonly hints: readonly FooterHint[];
};

/** Creates a `Writing` without carets or hints at the meaning. Its message defaults to the one about dropped text. */
export function writing(
	label: string,
	line: TextLine,
	hints: readonly FooterHint[],
	elsewhere = '',
): Writing {
	return {label, line, problem: '', elsewhere: elsewhere || tooLongText(line), meant: '', hints};
}

/** An input line that takes the keyboard while it is open. */
export type Writer = {
	/** True while the input line takes the keyboard. */
	isOpen(): boolean;
	type(typed: Typed): void;
	/** Handles pasted text. If missing, `type` gets it as typed text. */
	paste?(text: string): void;
};

/** Passes keys and pastes to the open input line. */
export type Typing = {
	/** True while an input line is open. */
	isTyping(): boolean;
	typed(typed: Typed): void;
	pasted(text: string): void;
};

/** Passes input to the first open writer, which covers the other ones. */
export function typingInto(writers: readonly Writer[]): Typing {
	const open = (): Writer | undefined => writers.find(writer => writer.isOpen());
	return {
		isTyping: () => open() !== undefined,
		typed: typed => open()?.type(typed),
		pasted(text) {
			const writer = open();
			if (writer?.paste) {
				writer.paste(text);
			} else {
				writer?.type({type: 'text', text});
			}
		},
	};
}
