import {pathName} from '../../../format/path-name.js';
import {sanitise} from '../../../format/sanitise.js';
import type {TimeFormatter} from '../../../format/time-formatter.js';
import {clockText} from '../../../format/time-texts.js';
import type {ServerState} from '../../../store/store.js';
import type {PathState} from '../../../tail/tail-types.js';
import {type PanelLine, wrappedLines} from '../../panel/panel-lines.js';

const words = [
	['following', 'followed'],
	['ended', 'read to the end'],
	['waiting', 'awaited'],
	['unreadable', 'unreadable'],
] as const satisfies ReadonlyArray<readonly [PathState['state'], string]>;

const indent = '  ';

/** Returns the queried server, its state, and the number of files from which it has received something lately. */
export function serverLines(
	{name, problem, nextAttempt}: ServerState,
	files: readonly PathState[],
	formatTime: TimeFormatter,
	width: number,
): readonly PanelLine[] {
	const state =
		nextAttempt !== null
			? `no answer, tried again at ${clockText(nextAttempt, formatTime)}`
			: problem !== null
				? 'a part of it is missing'
				: 'answers';
	return [
		...wrappedLines('Server: ', `${name}, ${state}`, width),
		...(problem === null ? [] : wrappedLines(indent, sanitise(problem), width)),
		...wrappedLines('Files: ', `${files.length || 'none'} shipped lately`, width),
	];
}

/** Returns the number of files in each state, and the files with problems. */
export function fileLines(files: readonly PathState[], width: number): readonly PanelLine[] {
	const counts = words
		.map(([state, word]) => ({word, n: files.filter(file => file.state === state).length}))
		.filter(({n}) => n > 0)
		.map(({word, n}) => `${n} ${word}`);
	const troubled = files.filter(isTroubled);
	return [
		...wrappedLines('Files: ', counts.join(', ') || 'none yet', width),
		...words
			.toReversed()
			.flatMap(([state, word]) =>
				troubled
					.filter(file => file.state === state)
					.flatMap(({path, problem}) => [
						{lead: `${word}  `, text: pathName(path, Math.max(1, width - word.length - 2))},
						...wrappedLines(indent, sanitise(problem ?? unexplained(state)), width),
					]),
			),
	];
}

/** True if a file has a problem. */
export function isTroubled({state, problem}: PathState): boolean {
	return problem !== undefined || state === 'waiting' || state === 'unreadable';
}

function unexplained(state: PathState['state']): string {
	return state === 'waiting' ? 'no such file' : 'the reason is unknown';
}
