import type {MarksState} from '../../marks/kept-marks.js';
import {isOf} from '../../marks/log-names.js';
import type {Mark, Separator} from '../../marks/mark-record.js';

/** All marks, also of other logs. */
export const marksIn = ({records}: MarksState): readonly Mark[] =>
	records.filter(record => record.kind === 'mark');

/** The separators of what is watched, the newest first. */
export const separatorsIn = ({records}: MarksState, names: ReadonlySet<string>): readonly Separator[] =>
	records
		.filter(record => record.kind === 'separator')
		.filter(({logs}) => isOf(logs, names))
		.toSorted((a, b) => b.time - a.time);
