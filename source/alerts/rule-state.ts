import type {Condition} from './rule.js';

/** What a look at the store has found. */
export type Reading = {
	/** Requests that match: in the window, or, for `any`, those written since the last look. */
	readonly count: number;
	/** Of a share: how many there are in the window, those that match among them; else null. */
	readonly total: number | null;
};

/** How a rule stands. Times in milliseconds since 1970. */
export type RuleState = {
	readonly isFiring: boolean;
	/** When it last fired; null when it never has. */
	readonly firedAt: number | null;
	/** Whether it was found so by the very first look: since when it is so isn't known. */
	readonly isLonger: boolean;
	/** Since when it would be over, if it were not for falling back again; null while it isn't. */
	readonly backSince: number | null;
	/** What was found last; for `any`, what it last fired for. Null before the first look. */
	readonly reading: Reading | null;
	/** `any`: matches since it last fired. */
	readonly untold: number;
};

/** What has happened to a rule. `over` is told of thresholds alone: requests that were written stay written. */
type RuleEvent = 'fired' | 'over' | null;

/**
 * So long a value must have been back before the alert is over, milliseconds, or for the window if that is shorter: at
 * the limit values waver.
 */
export const settleTime = 10_000;

/** Before the first look. */
export const initialRuleState: RuleState = {
	isFiring: false,
	firedAt: null,
	isLonger: false,
	backSince: null,
	reading: null,
	untold: 0,
};

/**
 * How a rule stands after a look.
 * @param reading - null: what there is can't be known now, so that nothing changes
 */
export function afterLook(
	condition: Condition,
	state: RuleState,
	reading: Reading | null,
	now: number,
): {readonly state: RuleState; readonly event: RuleEvent} {
	if (reading === null) {
		return {state, event: null};
	}
	return condition.kind === 'any'
		? afterMatches(condition.every, state, reading.count, now)
		: afterReading(condition, state, reading, now);
}

/** The value that is compared with the limit: of a share percent, null when there are too few to speak of one. */
export function comparedValue(condition: Condition, {count, total}: Reading): number | null {
	if (condition.kind !== 'share') {
		return count;
	}
	return total === null || total < Math.max(1, condition.least) ? null : (100 * count) / total;
}

type Looked = ReturnType<typeof afterLook>;

function afterMatches(every: number, state: RuleState, count: number, now: number): Looked {
	const untold = state.untold + count;
	// A clock that was set back must not make the pause endless.
	const isDue = state.firedAt === null || now - state.firedAt >= every || now < state.firedAt;
	if (isDue && untold > 0) {
		const reading = {count: untold, total: null};
		return {state: {...state, isFiring: true, firedAt: now, reading, untold: 0}, event: 'fired'};
	}
	return {state: {...state, isFiring: state.isFiring && !isDue, untold}, event: null};
}

function afterReading(
	condition: Exclude<Condition, {kind: 'any'}>,
	state: RuleState,
	reading: Reading,
	now: number,
): Looked {
	const value = comparedValue(condition, reading);
	const {side, limit, window} = condition;
	const isCrossed = value !== null && (side === 'over' ? value > limit : value < limit);
	if (isCrossed) {
		const firedAt = state.isFiring ? state.firedAt : now;
		const isLonger = state.isFiring ? state.isLonger : state.reading === null;
		const event = state.isFiring ? null : 'fired';
		return {state: {...state, isFiring: true, firedAt, isLonger, backSince: null, reading}, event};
	}
	if (!state.isFiring) {
		return {state: {...state, reading}, event: null};
	}
	const backSince = Math.min(state.backSince ?? now, now);
	const isOver = now - backSince >= Math.min(window, settleTime);
	return isOver
		? {state: {...state, isFiring: false, backSince: null, reading}, event: 'over'}
		: {state: {...state, backSince, reading}, event: null};
}
