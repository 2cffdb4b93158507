import {useEffect, useRef, useState} from 'react';
import type {Clock} from '../../clock.js';
import {counted} from '../../format/amounts.js';
import {keysOf} from '../../keys/key-bindings.js';

/** Access to rotated files next to the logs. */
export type RotatedLogs = {
	/** Returns the paths of unread rotated files. */
	find(): Promise<readonly string[]>;
	/** Starts to read these files. */
	add(paths: readonly string[]): void;
};

/** State of rotated files on the screen. */
export type UsedRotated = {
	/** The title's hint about unread rotated files; may be empty. */
	readonly hint: string;
	/** Paths of the added files. */
	readonly added: readonly string[];
	/** Adds all unread rotated files and reports the result. */
	add(): void;
};

/** Maximum wait for the first rows before the search for rotated files, in ms. A log that was just rotated has no rows. */
const maxWait = 1000;

/** Interval between searches for rotated files, in ms. Most logs rotate once a day. */
const pollInterval = 60_000;

/**
 * Searches for rotated files and adds them on request.
 * @param rotated - the rotated files, or the reason why none can be added
 * @param hasRows - true once the screen shows rows, which take precedence
 * @param showHint - reports the result of a key
 */
export function useRotated(
	rotated: RotatedLogs | string,
	hasRows: boolean,
	clock: Clock,
	showHint: (hint: string) => void,
): UsedRotated {
	const [isDue, setDue] = useState(false);
	const [count, setCount] = useState(0);
	const [added, setAdded] = useState<readonly string[]>([]);
	const isAdding = useRef(false);
	/** Number of additions. A search that started before the last one has an outdated result. */
	const additions = useRef(0);

	useEffect(() => {
		if (typeof rotated === 'string' || isDue) {
			return;
		}
		if (hasRows) {
			setDue(true);
			return;
		}
		return clock.after(maxWait, () => setDue(true));
	}, [rotated, isDue, hasRows, clock]);

	useEffect(() => {
		if (typeof rotated === 'string' || !isDue) {
			return;
		}
		let isOver = false;
		let cancel = (): void => {};
		const poll = (): void => {
			const before = additions.current;
			void rotated.find().then(paths => {
				if (isOver) {
					return;
				}
				if (additions.current === before) {
					setCount(paths.length);
				}
				cancel = clock.after(pollInterval, poll);
			});
		};
		poll();
		return () => {
			isOver = true;
			cancel();
		};
	}, [rotated, isDue, clock]);

	return {
		hint: count === 0 ? '' : `${keysOf('rotated') ?? ':rotated'} adds ${counted(count, 'rotated file')}`,
		added,
		add() {
			if (typeof rotated === 'string') {
				showHint(rotated);
				return;
			}
			if (isAdding.current) {
				// A running search would add the same files twice.
				return;
			}
			isAdding.current = true;
			void rotated.find().then(paths => {
				isAdding.current = false;
				if (paths.length === 0) {
					showHint('No rotated files are left to add');
					return;
				}
				rotated.add(paths);
				additions.current++;
				setCount(0);
				setAdded(before => [...before, ...paths]);
				showHint(`${counted(paths.length, 'rotated file')} added`);
			});
		},
	};
}
