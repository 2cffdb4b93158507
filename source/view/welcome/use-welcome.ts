import {useEffect, useRef, useState} from 'react';
import type {Clock} from '../../clock.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import {welcomeText} from './welcome-text.js';

/** Time for which the line is shown, in ms. */
const standing = 60_000;

/** The line shown after a start. */
type Welcome = {
	/** Returns a remark; at the first start, important keys that the footer doesn't show; otherwise ''. */
	text(footer: readonly FooterHint[]): string;
	/** Call this when a key was pressed. */
	dismiss(): void;
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
): Welcome {
	const [isRemarked, setRemarked] = useState(remark !== '');
	const [isShown, setShown] = useState(false);
	const isOver = useRef(false);
	const ask = useRef<Promise<boolean> | null>(null);

	useEffect(() => {
		if (!hasRows || ask.current) {
			return;
		}
		ask.current = isFirstStart();
		void ask.current.then(isFirst => {
			// A user who has already pressed a key doesn't need the line.
			if (isFirst && !isOver.current) {
				setShown(true);
			}
		});
	}, [isFirstStart, hasRows]);

	useEffect(
		() => (isRemarked ? clock.after(standing, () => setRemarked(false)) : undefined),
		[isRemarked, clock],
	);
	useEffect(() => (isShown ? clock.after(standing, () => setShown(false)) : undefined), [isShown, clock]);
	return {
		text: footer => (isRemarked ? remark : isShown ? welcomeText(footer) : ''),
		dismiss() {
			isOver.current = true;
			setShown(false);
			setRemarked(false);
		},
	};
}

/** The default for `isFirstStart`: no start counts as the first. */
export async function neverFirst(): Promise<boolean> {
	return false;
}
