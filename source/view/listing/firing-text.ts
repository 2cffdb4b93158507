import {sinceWord, valueText} from '../../alerts/alert-texts.js';
import type {Alert} from '../../alerts/alerts.js';
import {counted} from '../../format/amounts.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {clockText} from '../../format/time-texts.js';

/** The firing rules, for titles. */
export type FiringText = {
	/** Their number: `! 2 alerts`. */
	readonly brief: string;
	/** Their number, and each with its name, value and time. */
	readonly whole: string;
	/** Returns the same in a width that is too small for it: names are cut and times dropped, because the values matter most. */
	within(width: number): string;
};

/** Minimum width of a name. Less isn't informative. */
const minName = 6;

/** Returns the firing rules; null if no rule is firing. */
export function firingTextOf(alerts: readonly Alert[], formatTime: TimeFormatter): FiringText | null {
	const firing = alerts.filter(({state}) => state.isFiring);
	if (firing.length === 0) {
		return null;
	}
	const brief = `! ${counted(firing.length, 'alert')}`;
	const whole = `${brief}  ${firing.map(alert => firingText(alert, formatTime)).join(', ')}`;
	return {
		brief,
		whole,
		within(width) {
			const ends = firing.map(alert => shownValue(alert) + (alert.state.backSince === null ? '' : ', back'));
			const left = width - brief.length - 2 * firing.length - ends.join('').length;
			const nameWidth = Math.floor(left / firing.length);
			const cut = (name: string): string => fitWidth(name, Math.min(nameWidth, terminalWidth(name)));
			const texts = firing.map(({rule}, index) => cut(sanitise(rule.name)) + ends[index]);
			return nameWidth < minName ? fitWidth(whole, width) : `${brief}  ${texts.join(', ')}`;
		},
	};
}

/** Returns the current value after the name: `: 12.3 %`. */
function shownValue({rule: {condition}, state: {reading}}: Alert): string {
	return reading === null ? '' : `: ${valueText(condition, reading)}`;
}

function firingText(alert: Alert, formatTime: TimeFormatter): string {
	const {rule, state} = alert;
	const {name, condition} = rule;
	const {firedAt, backSince} = state;
	const value = shownValue(alert);
	if (backSince !== null) {
		// The current value no longer crosses the limit.
		return `${sanitise(name)}${value}, back since ${clockText(backSince, formatTime)}`;
	}
	const when = condition.kind === 'any' ? 'at' : sinceWord(state);
	const since = firedAt === null ? '' : ` ${when} ${clockText(firedAt, formatTime)}`;
	return `${sanitise(name)}${value}${since}`;
}
