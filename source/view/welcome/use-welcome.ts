import {useEffect, useReducer, useRef, useState} from 'react';
import type {Clock} from '../../clock.js';
import type {Command} from '../../keys/command.js';
import {isMove} from '../listing/moves.js';
import {type Situation, welcomeText} from './welcome-text.js';

/** Time for which a line is shown, in ms. */
const standing = 60_000;

/** The line shown after a start. */
type Welcome = {
	/** A remark; in the first session, keys that fit the situation, once for each situation; otherwise ''. */
	readonly text: string;
	/**
	 * Call this when a key was pressed.
	 * @param command - the command of the key, if it has one
	 */
	dismiss(command?: Command): void;
};

/**
 * Returns the line for a start.
 * @param isFirstStart - called once, when the first rows have arrived, so that nothing waits for it
 * @param remark - shown at any start; '' for none
 * @param hasRows - true if rows have arrived
 */
export function useWelcome(
	isFirstStart: () => Promise<boolean>,
	remark: string,
	hasRows: boolean,
	clock: Clock,
	situation: Situation,
): Welcome {
	const [isRemarked, setRemarked] = useState(remark !== '');
	const [isFirst, setFirst] = useState(false);
	const [done, finish] = useReducer(
		(before: ReadonlySet<Situation>, one: Situation) => new Set([...before, one]),
		new Set<Situation>(),
	);
	const ask = useRef<Promise<boolean> | null>(null);
	const shown = isFirst && !done.has(situation) ? situation : null;

	useEffect(() => {
		if (hasRows && !ask.current) {
			ask.current = isFirstStart();
			void ask.current.then(setFirst);
		}
	}, [isFirstStart, hasRows]);

	useEffect(
		() => (isRemarked ? clock.after(standing, () => setRemarked(false)) : undefined),
		[isRemarked, clock],
	);
	useEffect(() => (shown === null ? undefined : clock.after(standing, () => finish(shown))), [shown, clock]);
	return {
		text: isRemarked ? remark : shown === null ? '' : welcomeText(shown),
		dismiss(command) {
			setRemarked(false);
			// The keys for a row help with the next row, too.
			const isWithin = situation === 'row' && command !== undefined && isMove(command);
			if (!isWithin && !done.has(situation)) {
				finish(situation);
			}
		},
	};
}

/** The default for `isFirstStart`: no start counts as the first. */
export async function neverFirst(): Promise<boolean> {
	return false;
}
