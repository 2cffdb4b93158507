import type {Position} from '../store.js';
import type {ParameterList} from './compile/parameter-list.js';
import {timeValue} from './compile/time-value.js';
import type {SourceFiles} from './source-files.js';

/** The order of the listing. */
export const newestFirst = 'time DESC, source DESC, file DESC, offset DESC';

/** The same backwards, which is how the tables are sorted. */
export const oldestFirst = 'time, source, file, offset';

/**
 * The condition that a row stands beyond a position. The time stands by itself before all, so that only what is beyond
 * it is read: with one comparison of everything, a page of ten million rows took 118 ms in place of 9.
 * @param isInclusive - whether the one at the position belongs to it
 */
export const beyond = (
	direction: 'older' | 'newer',
	position: Position,
	isInclusive: boolean,
	parameters: ParameterList,
	files: SourceFiles,
): string => {
	const sign = direction === 'older' ? '<' : '>';
	const {source, file} = files.of(position.file);
	const time = timeValue(parameters, position.time);
	const name = parameters.add('String', source);
	const print = parameters.add('UInt64', file);
	const offset = parameters.add('UInt64', position.offset);
	const rest = `source ${sign} ${name} OR (source = ${name} AND (file ${sign} ${print} OR (file = ${print} AND offset ${sign}${isInclusive ? '=' : ''} ${offset})))`;
	return `time ${sign}= ${time} AND (time ${sign} ${time} OR ${rest})`;
};
