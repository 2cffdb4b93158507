import type {Direction} from '../find/entry-finder.js';
import type {FoundMark} from './mark-finder.js';

const where: Readonly<Record<Direction, string>> = {older: 'down', newer: 'up'};

/**
 * What is to be said of the way to a mark; empty when nothing is.
 * @param separator - what the separator says that was found; null where none was
 * @param isReading - whether the past is still being read
 */
export function foundText(
	{entry, leftOut, gone}: FoundMark,
	direction: Direction,
	separator: string | null,
	isReading: boolean,
): string {
	const marked = (n: number): string => `${n} marked ${n === 1 ? 'request' : 'requests'}`;
	const missing = gone > 0 && isReading ? 'not read yet' : 'gone: with its file, or by --max-entries';
	const passed = [
		...(leftOut > 0 ? [`${marked(leftOut)} left out by this search (C shows all)`] : []),
		...(gone > 0 ? [`${marked(gone)} ${missing}`] : []),
	].join('; ');
	if (entry === null) {
		return passed === ''
			? `No mark or separator further ${where[direction]}`
			: `Further ${where[direction]} only ${passed}`;
	}

	return [
		...(separator === null ? [] : [`Separator ${separator}: M takes it away`]),
		...(passed === '' ? [] : [`Passed ${passed}`]),
	].join('; ');
}
