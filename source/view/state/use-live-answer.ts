import {useEffect, useMemo, useSyncExternalStore} from 'react';
import type {Query} from '../../query/query.js';
import {externalStore} from './external-store.js';
import {type LiveAnswer, type LiveAnswerOptions, liveAnswer, type Question} from './live-answer.js';

/** The options of a live answer. */
export type Asking<Answer> = Omit<LiveAnswerOptions<Question, Answer>, 'changed'>;

/**
 * Keeps an answer up to date on the screen. Equal answers aren't redrawn: with a rolling period, there is an answer every second.
 * @param options - the same object as long as the source is the same
 * @param question - null keeps the last answer, and queries nothing
 */
export function useLiveAnswer<Answer>(
	options: Asking<Answer>,
	question: Question | null,
	isFrozen: boolean,
): Pick<LiveAnswer<Question, Answer>, 'answer' | 'answered'> {
	const {live, version} = useMemo(() => {
		// Like the listing, so that React shows the answers of a snapshot in one frame.
		const version = externalStore(0, n => n + 1);
		let drawn = '';
		let drawnFor: Query | undefined;
		const asking = liveAnswer<Question, Answer>({
			...options,
			changed() {
				const text = JSON.stringify([asking.answer, options.snapshots?.isLed]);
				if (text !== drawn || asking.answered?.query !== drawnFor) {
					drawn = text;
					drawnFor = asking.answered?.query;
					version.dispatch(undefined);
				}
			},
		});
		return {live: asking, version};
	}, [options]);
	useSyncExternalStore(version.subscribe, version.getState);
	useEffect(() => () => live.close(), [live]);
	useEffect(() => {
		live.setFrozen(isFrozen || question === null);
		if (question) {
			live.ask(question);
		}
	});
	return live;
}
