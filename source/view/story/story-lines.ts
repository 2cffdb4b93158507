import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Entry} from '../../store/store.js';
import {textLine} from '../panel/panel-line.js';
import type {ClientAround} from './client-around.js';
import {clientLines} from './client-lines.js';
import {fieldLines} from './field-lines.js';
import {headLines} from './head-lines.js';
import type {RawLine} from './raw-line.js';
import {rawLines} from './raw-lines.js';
import {redirectLines} from './redirect-lines.js';
import type {Redirects} from './redirects.js';
import type {Page, StoryLine} from './story-line.js';
import {timeLines} from './time-lines.js';
import {urlLines} from './url-lines.js';

/** What is known of a request. */
export type Story = {
	readonly entry: Entry;
	/** Null as long as it is being asked. */
	readonly around: ClientAround | null;
	readonly redirects: Redirects | null;
	readonly raw: RawLine;
	/** Why what the client did can't be told. */
	readonly problem: string | null;
};

/** From so many lines on there is room for more of the client's requests. */
const roomy = 40;

/** All lines of a story: what happened first, what is known of it below. */
export function storyLines(
	{entry, around, redirects, raw, problem}: Story,
	{
		formatTime,
		now,
		room,
		...page
	}: Page & {
		readonly formatTime: TimeFormatter;
		/** Milliseconds since 1970. */
		readonly now: number;
		readonly room: number;
	},
): readonly StoryLine[] {
	const sections = [
		headLines(entry, formatTime, now, page),
		redirectLines(entry, redirects, formatTime, page),
		clientLines(entry, {around, problem, most: room < roomy ? 4 : 10}, formatTime, page),
		timeLines(entry, formatTime, now, page),
		urlLines(entry.url, page),
		fieldLines(entry, page),
		rawLines(entry, raw, page),
	].filter(({length}) => length > 0);
	const isAiry = sections.flat().length + sections.length - 1 <= room;
	return sections.flatMap((lines, index) => (isAiry && index > 0 ? [{line: textLine('')}, ...lines] : lines));
}
