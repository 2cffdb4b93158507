import type {FooterHint} from '../keys/footer-hints.js';
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
export const writing = (
	label: string,
	line: TextLine,
	hints: readonly FooterHint[],
	elsewhere = '',
): Writing => ({label, line, problem: '', elsewhere: elsewhere || tooLongText(line), meant: '', hints});
