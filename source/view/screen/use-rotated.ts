import {useEffect, useRef, useState} from 'react';
import type {Clock} from '../../clock.js';
import {counted} from '../../format/amounts.js';
import {keysOf} from '../../keys/key-bindings.js';

/** Files that rotation has left beside the logs. */
export type RotatedLogs = {
	/** The paths of those that aren't read. */
	find(): Promise<readonly string[]>;
	/** Has them read, too. */
	add(paths: readonly string[]): void;
};

/** The same on the screen. */
type UsedRotated = {
	/** What the title tells of those that aren't read; empty: nothing. */
	readonly hint: string;
	/** The paths of those that were added. */
	readonly added: readonly string[];
	/** Adds those that are there now, and tells of it. */
	add(): void;
};

/** Rows come first; where there are none, because the log was just rotated, say, they are waited for so long, milliseconds. */
const longestWait = 1000;

/** How often rotated files are looked for, milliseconds: most logs are rotated once a day. */
const pollInterval = 60_000;

/**
 * Looks for rotated files, and adds them.
 * @param rotated - or why none are added
 * @param hasRows - whether there are rows on the screen: they come first
 * @param tell - tells what has come of a key
 */
export function useRotated(
	rotated: RotatedLogs | string,
	hasRows: boolean,
	clock: Clock,
	tell: (hint: string) => void,
): UsedRotated {
	const [isDue, setDue] = useState(false);
	const [count, setCount] = useState(0);
	const [added, setAdded] = useState<readonly string[]>([]);
	const isAdding = useRef(false);
	/** How often files were added: what was found before is not what is left. */
	const adds = useRef(0);

	useEffect(() => {
		if (typeof rotated === 'string' || isDue) {
			return;
		}

		if (hasRows) {
			setDue(true);
			return;
		}

		return clock.after(longestWait, () => setDue(true));
	}, [rotated, isDue, hasRows, clock]);

	useEffect(() => {
		if (typeof rotated === 'string' || !isDue) {
			return;
		}

		let isOver = false;
		let cancel = (): void => {};
		const poll = (): void => {
			const before = adds.current;
			void rotated.find().then(paths => {
				if (isOver) {
					return;
				}

				if (adds.current === before) {
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
				tell(rotated);
				return;
			}

			if (isAdding.current) {
				// They are being looked for: the same ones would be added twice.
				return;
			}

			isAdding.current = true;
			void rotated.find().then(paths => {
				isAdding.current = false;
				if (paths.length === 0) {
					tell('No rotated files are left to add');
					return;
				}

				rotated.add(paths);
				adds.current++;
				setCount(0);
				setAdded(before => [...before, ...paths]);
				tell(`${counted(paths.length, 'rotated file')} ${paths.length === 1 ? 'is' : 'are'} read, too`);
			});
		},
	};
}
