import type {FooterHint} from '../../keys/footer-hints.js';
import type {Typed} from '../terminal/key-queue.js';
import {type TextLine, tooLongText} from './text-line.js';

/** A line that is being written on the screen. */
export type Writing = {
	/** What it begins with, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	/** What is wrong, with its place pointed at from the line below; empty when nothing is. */
	readonly problem: string;
	/** The same for where nothing can be pointed at; empty where all of it is under the line. */
	readonly elsewhere: string;
	/** What its words may have been meant for, for the same line when nothing is wrong; mostly empty. */
	readonly meant: string;
	/** Which keys there are. */
	readonly hints: readonly FooterHint[];
};

/** A line of which nothing is told but what is wrong, or else that it was cut, if anything is. */
export function writing(
	label: string,
	line: TextLine,
	hints: readonly FooterHint[],
	elsewhere = '',
): Writing {
	return {label, line, problem: '', elsewhere: elsewhere || tooLongText(line), meant: '', hints};
}

/** What the keyboard belongs to while something is written for it. */
export type Writer = {
	/** Whether what is typed is for it. */
	isOpen(): boolean;
	type(typed: Typed): void;
	/** Takes what was pasted; without it, that is typed. */
	paste?(text: string): void;
};

/** What keys and pastes do while something is written. */
export type Typing = {
	/** Whether something is. */
	isTyping(): boolean;
	typed(typed: Typed): void;
	pasted(text: string): void;
};

/** Hands what is typed to the one that is open: the first of them, since it lies over the others. */
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
