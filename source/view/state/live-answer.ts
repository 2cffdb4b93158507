import type {Clock} from '../../clock.js';
import {errorMessage} from '../../error-message.js';
import {rolls} from '../../query/expression.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';

/** What is asked. Two of these are the same question when their values are. */
export type Question = {readonly query: Query; readonly [name: string]: unknown};

/** The last answer of a store, and what it is asked. */
export type LiveAnswer<Asked extends Question, Answer> = {
	/** The last answer, to whichever question; null until the first. */
	readonly answer: Answer | null;
	/** The question that it answers. */
	readonly answered: Asked | null;
	/** What the store couldn't do the last time. */
	readonly problem: string | null;
	/** Whether the answer to another question has been waited for so long that it must be said. */
	readonly isLate: boolean;
	/** Asks at once, and again whenever the store or the time has changed, until another question takes its place. */
	ask(question: Asked): void;
	/** True: asks nothing but other questions from now on. False: asks again what the store or the time has changed. */
	setFrozen(frozen: boolean): void;
	/** Asks no more, until the next question; the last answer stays. */
	close(): void;
};

/** Whom an answer comes from, and who is told of it. */
export type LiveAnswerOptions<Asked extends Question, Answer> = {
	readonly store: Pick<Store, 'subscribe'>;
	readonly clock: Clock;
	/** Asks the store. */
	answer(question: Asked, signal: AbortSignal): Promise<Answer>;
	/**
	 * Whether an answer will be another one after a while, even if the store doesn't change; that of a query which rolls
	 * with the clock always will.
	 */
	ages?(answer: Answer): boolean;
	/** Called after every answer, and when there was none. */
	changed(): void;
	/** The shortest pause between two answers, milliseconds. */
	readonly pause?: number | undefined;
	/**
	 * So many times what an answer took is waited for before the next: with 10, the default, a tenth of the time at most
	 * goes into answers. What is more than that is waited for only until `longestRest`.
	 */
	readonly rest?: number | undefined;
};

/** Sooner than that an answer is simply there, milliseconds. */
const lateAfter = 300;

const usualRest = 10;

/** What took long on the clock may have taken a server's time, or waited: a hundredfold of it could be minutes. */
const longestRest = 5000;

/** Keeps an answer up to date while the store changes, the last one until the next is there. */
export function liveAnswer<Asked extends Question, Answer>({
	store,
	clock,
	answer,
	ages = () => false,
	changed,
	pause = 500,
	rest = usualRest,
}: LiveAnswerOptions<Asked, Answer>): LiveAnswer<Asked, Answer> {
	let asked: Asked | null = null;
	let last: {readonly question: Asked; readonly answer: Answer} | null = null;
	let problem: string | null = null;
	let running: AbortController | undefined;
	let isLate = false;
	let cancelLate: (() => void) | undefined;
	let isFrozen = false;
	let isStale = false;
	let cancelTimer: (() => void) | undefined;
	let unsubscribe: (() => void) | undefined;

	const run = async (question: Asked): Promise<void> => {
		const controller = new AbortController();
		running = controller;
		isStale = false;
		const start = clock.now();
		try {
			const found = await answer(question, controller.signal);
			if (running === controller) {
				last = {question, answer: found};
				problem = null;
				isStale ||= ages(found) || rolls(question.query.expression);
			}
		} catch (error) {
			if (running === controller) {
				problem = errorMessage(error);
				isStale = true;
			}
		}

		if (running === controller) {
			running = undefined;
			notLate();
			// A clock that was set back must not make the pause endless.
			const took = Math.max(0, clock.now() - start);
			const resting = Math.max(Math.min(rest, usualRest) * took, Math.min(rest * took, longestRest));
			cancelTimer = clock.after(Math.max(pause, resting), () => {
				cancelTimer = undefined;
				again();
			});
			changed();
		}
	};

	/** When it has been quiet for long enough, asks again what may have another answer now. */
	const again = (): void => {
		if (asked && isStale && !isFrozen && !running && !cancelTimer) {
			void run(asked);
		}
	};

	const notLate = (): void => {
		cancelLate?.();
		cancelLate = undefined;
		isLate = false;
	};

	const stop = (): void => {
		notLate();
		running?.abort();
		running = undefined;
		cancelTimer?.();
		cancelTimer = undefined;
	};

	const follow = (query: Query): void => {
		unsubscribe?.();
		unsubscribe = store.subscribe(query, () => {
			isStale = true;
			again();
		});
	};

	return {
		get answer() {
			return last?.answer ?? null;
		},
		get answered() {
			return last?.question ?? null;
		},
		get isLate() {
			return isLate;
		},
		get problem() {
			return problem;
		},
		ask(question) {
			if (asked && isSame(asked, question)) {
				return;
			}

			if (asked?.query !== question.query) {
				follow(question.query);
			}

			asked = question;
			stop();
			cancelLate = clock.after(lateAfter, () => {
				isLate = true;
				changed();
			});
			void run(question);
		},
		setFrozen(frozen) {
			isFrozen = frozen;
			again();
		},
		close() {
			stop();
			unsubscribe?.();
			unsubscribe = undefined;
			asked = null;
		},
	};
}

function isSame(a: Question, b: Question): boolean {
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...names].every(name => Object.is(a[name], b[name]));
}
