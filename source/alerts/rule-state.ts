import type {Condition} from './rule.js';

/** The result of a query for a rule. */
export type Reading = {
	/** Number of matching requests: in the window, or for `any` those written since the last check. */
	readonly count: number;
	/** For a share, the number of requests in the window, matching or not; otherwise null. */
	readonly total: number | null;
};

/** State of a rule. Times are in ms since 1970. */
export type RuleState = {
	readonly isFiring: boolean;
	/** Time of the last alert; null if it has never fired. */
	readonly firedAt: number | null;
	/** True if the first check already found it firing: the alert began at an unknown time before. */
	readonly isLonger: boolean;
	/** Time when the value returned within the limit, or null. */
	readonly backSince: number | null;
	/** The last reading; for `any`, the reading at the last alert. Null before the first check. */
	readonly reading: Reading | null;
	/** For `any`: matches since the last alert. */
	readonly unreported: number;
};

/** An event of a rule. Only thresholds have `over`: a request that was written can't be undone. */
type RuleEvent = 'fired' | 'over' | null;

/**
 * Time that a value must stay within the limit before the alert ends, in ms; the window if that is shorter. Values waver at the
 * limit.
 */
export const settleTime = 10_000;

/** State before the first check. */
export const initialRuleState: RuleState = {
	isFiring: false,
	firedAt: null,
	isLonger: false,
	backSince: null,
	reading: null,
	unreported: 0,
};

/**
 * Returns the state of a rule after a check.
 * @param reading - null if it is unknown: the state doesn't change
 */
export function afterCheck(
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

/** Returns the value to compare with the limit. A share is in percent, and null if there are too few requests. */
export function comparedValue(condition: Condition, {count, total}: Reading): number | null {
	if (condition.kind !== 'share') {
		return count;
	}
	return total === null || total < Math.max(1, condition.min) ? null : (100 * count) / total;
}

type AfterCheck = ReturnType<typeof afterCheck>;

function afterMatches(every: number, state: RuleState, count: number, now: number): AfterCheck {
	const unreported = state.unreported + count;
	// If the clock is set back, the pause must not become endless.
	const isDue = state.firedAt === null || now - state.firedAt >= every || now < state.firedAt;
	if (isDue && unreported > 0) {
		const reading = {count: unreported, total: null};
		return {state: {...state, isFiring: true, firedAt: now, reading, unreported: 0}, event: 'fired'};
	}
	return {state: {...state, isFiring: state.isFiring && !isDue, unreported}, event: null};
}

function afterReading(
	condition: Exclude<Condition, {kind: 'any'}>,
	state: RuleState,
	reading: Reading,
	now: number,
): AfterCheck {
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
