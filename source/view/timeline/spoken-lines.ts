import {classCounts, sumOf} from '../charts/class-counts.js';
import {countPieces} from '../charts/count-pieces.js';
import type {PanelScene} from '../panel/open-panel.js';
import type {PanelLine} from '../panel/panel-line.js';
import {fitPieces} from '../pieces/fit-pieces.js';
import {separatorNotes} from './separator-notes.js';
import {timeTexts} from './time-texts.js';
import type {Timeline} from './timeline.js';

/** The chart in words: a line for each column with something in it. */
export function spokenLines(
	{edges, classes, logZone}: Timeline,
	{separators, formatTime, theme, width}: PanelScene,
): readonly PanelLine[] {
	const texts = timeTexts(formatTime, logZone);
	return edges.slice(0, -1).flatMap((from, column) => {
		const counts = classCounts(classes, column, column + 1);
		const n = sumOf(counts);
		const notes = separatorNotes(separators, from, edges[column + 1] ?? from);
		const pieces = [
			{text: `${texts.range(from, edges[column + 1] ?? from)}: ${n}${notes}`},
			...countPieces(counts, theme, {hasCharacters: false}),
		];
		return n === 0 && notes === '' ? [] : [{pieces: fitPieces(pieces, width)}];
	});
}
