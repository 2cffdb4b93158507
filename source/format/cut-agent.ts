import {cutMiddle, endWithin, fitWidth, terminalWidth} from './fit-width.js';

/** Precedes the name of a bot. */
const before = 'compatible; ';

/**
 * Parts that browsers add for compatibility, always with the same version, the first to cut first. Versions of Safari are
 * informative only if the browser isn't Chrome, which imitates Safari.
 */
const fillers = [
	/ ?\(KHTML, like Gecko\) ?/,
	/ ?AppleWebKit\/[\d.]+ ?/,
	/ ?Gecko\/20100101 ?/,
	/ ?Safari\/537\.36 ?/,
	/ ?Version\/4\.0 ?/,
	/ ?Mobile\/15E148 ?/,
	/^Mozilla\/5\.0 ?/,
];

const comment = /\([^()]*\)/;

/** Minimum width of a comment that is cut at its end, `(iPhone…`, and of the end of an agent. Narrower comments are dropped. */
const minComment = 8;

function joined(text: string): string {
	return text.replaceAll(/…(?: ?…)+/g, '…');
}

/** Maximum length of a user agent whose parts are cut, in UTF-16 units. Agents of browsers are shorter. */
const maxLength = 512;

/**
 * Truncates a sanitised user agent to `width` columns. Keeps the parts in which agents differ, mostly the version of an app at
 * the end. Cuts the parts of all browsers first, then the comments in parentheses, from the first one on. Keeps the name of a bot
 * in a comment. Cuts all other agents in the middle.
 */
export function cutAgent(text: string, width: number): string {
	const fits = (cut: string): boolean => terminalWidth(cut) <= width;
	if (text.length > maxLength || fits(text)) {
		return cutMiddle(text, width);
	}
	const at = text.indexOf(before);
	if (at !== -1) {
		return fitWidth(`…${text.slice(at + before.length)}`, width).trimEnd();
	}
	let cut = text;
	for (const filler of fillers) {
		cut = fits(cut) ? cut : joined(cut.replace(filler, '…'));
	}
	for (let found = comment.exec(cut); found && !fits(cut); found = comment.exec(cut)) {
		const end = cut.slice(found.index + found[0].length);
		const start = cut.slice(0, found.index);
		const left = width - terminalWidth(end) - terminalWidth(start);
		cut = joined(`${start}${left < minComment ? '…' : fitWidth(found[0], left).trimEnd()}${end}`);
	}
	if (fits(cut)) {
		return cut;
	}
	const start = cut.slice(0, Math.max(0, cut.indexOf('…')));
	const left = width - terminalWidth(start) - 1;
	return cut.includes('…') && left >= minComment
		? `${start}…${endWithin(cut, left).trimStart()}`
		: joined(cutMiddle(cut, width));
}
