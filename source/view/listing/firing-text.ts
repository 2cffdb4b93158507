import {sinceWord, valueText} from '../../alerts/alert-texts.js';
import type {Alert} from '../../alerts/alerts.js';
import {counted} from '../../format/amounts.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {clockText} from '../../format/time-texts.js';

/** The firing rules, for titles. */
export type FiringText = {
	/** Their number: `! 2 alerts`. */
	readonly brief: string;
	/** Their number, and each with its name, value and time. */
	readonly whole: string;
};

/** Returns the firing rules; null if no rule is firing. */
export function firingTextOf(alerts: readonly Alert[], formatTime: TimeFormatter): FiringText | null {
	const firing = alerts.filter(({state}) => state.isFiring);
	if (firing.length === 0) {
		return null;
	}
	const brief = `! ${counted(firing.length, 'alert')}`;
	return {brief, whole: `${brief}  ${firing.map(alert => firingText(alert, formatTime)).join(', ')}`};
}

function firingText({rule, state}: Alert, formatTime: TimeFormatter): string {
	const {name, condition} = rule;
	const {firedAt, backSince} = state;
	const value = state.reading === null ? '' : `: ${valueText(condition, state.reading)}`;
	if (backSince !== null) {
		// The current value no longer crosses the limit.
		return `${sanitise(name)}${value}, back since ${clockText(backSince, formatTime)}`;
	}
	const when = condition.kind === 'any' ? 'at' : sinceWord(state);
	const since = firedAt === null ? '' : ` ${when} ${clockText(firedAt, formatTime)}`;
	return `${sanitise(name)}${value}${since}`;
}
