import {useEffect, useRef, useState} from 'react';
import type {Clock} from '../../clock.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import {welcomeText} from './welcome-text.js';

/** How long it stands there, milliseconds. */
const standing = 60_000;

/** What is told to whom has just started it. */
type Welcome = {
	/** A remark, or at the first start keys that matter, without those of the footer; empty when nothing is told. */
	text(footer: ReadonlyArray<readonly FooterHint[]>): string;
	/** A key was pressed. */
	dismiss(): void;
};

/**
 * The line for a start.
 * @param isFirstStart - asked once, when the first rows are there: nothing waits for it
 * @param remark - what is told at any start; empty: nothing
 * @param hasRows - whether they are
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
			// Who has pressed a key by then needs no line for it.
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

/** Nobody is new. */
export async function neverFirst(): Promise<boolean> {
	return false;
}
