import {byteSize} from '../../../listing/byte-size.js';
import {timeText} from '../../../listing/cells.js';
import {fitWidth} from '../../../listing/fit-width.js';
import {missing} from '../../../listing/missing.js';
import {reasonPhrase} from '../../../listing/reason-phrase.js';
import {terminalWidth} from '../../../listing/terminal-width.js';
import type {TimeFormatter} from '../../../listing/time-formatter.js';
import type {Entry} from '../../../store/store.js';
import {exactDuration} from './exact-duration.js';
import {broken, type Page, type StoryLine} from './story-line.js';

/** Lines that the request line takes at most: the URL is told in its parts below. */
const mostRows = 4;

/**
 * What was asked, and what was answered, and when.
 * @param age - how long ago that is, in words; null where it isn't known
 */
export function headLines(
	entry: Entry,
	formatTime: TimeFormatter,
	age: string | null,
	{width, theme}: Page,
): readonly StoryLine[] {
	const {method, url, protocol, status, bytes, durationMs} = entry;
	const request = [method ?? missing, url ?? missing, protocol].filter(text => text !== null).join(' ');
	const phrase = status === null ? null : reasonPhrase(status);
	const answer = status === null ? missing : `${status}${phrase === null ? '' : ` ${phrase}`}`;
	const rest = [
		bytes === null ? null : byteSize(bytes),
		durationMs === null ? null : exactDuration(durationMs),
		timeText(entry, formatTime),
		age,
	].filter(text => text !== null);
	const shownAnswer = terminalWidth(answer) > width ? fitWidth(answer, width) : answer;
	return [
		...broken(request, width, mostRows).map(text => ({line: {pieces: [{text, look: theme.count}]}})),
		{
			line: {
				pieces: [
					{text: shownAnswer, look: theme.status[answer[0] ?? '']},
					{
						text: fitWidth(
							rest.map(text => ` · ${text}`).join(''),
							width - terminalWidth(shownAnswer),
						).trimEnd(),
						look: theme.aside,
					},
				],
			},
		},
	];
}
