import {counted} from '../format/amounts.js';
import {sanitise} from '../format/sanitise.js';
import {roughly} from '../format/time-texts.js';
import type {Entry} from '../store/store.js';
import type {AlertEvent} from './alerts.js';
import type {Condition, Rule} from './rule.js';
import {comparedValue, type Reading, type RuleState} from './rule-state.js';

/** Maximum length of a URL in a message, in UTF-16 units. */
const maxUrlLength = 200;

/** Formats a value: a number of requests, or a share in percent. */
export function valueText(condition: Condition, reading: Reading): string {
	const value = comparedValue(condition, reading);
	return value === null
		? 'too few requests'
		: condition.kind === 'share'
			? `${Number(value.toFixed(2))} %`
			: `${value}`;
}

/** Returns the message for an event, on one line. Text that the user wrote isn't sanitised. */
export function messageOf({kind, rule, reading, entry, lasted, isLonger}: AlertEvent): string {
	const found = readingText(rule.condition, reading);
	return kind === 'fired'
		? `alert ${titled(rule)}: ${found}${newestText(rule.condition, reading, entry)}`
		: `alert ${titled(rule)} ended after ${isLonger ? 'more than ' : ''}${roughly(lasted)}: ${found}`;
}

/** Returns the word before the time at which a rule fired. If the first check already found it firing, it began earlier. */
export function sinceWord({isLonger}: Pick<RuleState, 'isLonger'>): string {
	return isLonger ? 'since before' : 'since';
}

/** Formats a reading: `12.3 %, 37 of 301 requests`, `132 requests`. */
export function readingText(condition: Condition, reading: Reading): string {
	const {count, total} = reading;
	return total === null
		? counted(count, 'request')
		: `${valueText(condition, reading)}, ${count} of ${counted(total, 'request')}`;
}

/** Returns the name of a rule, with its text if that differs. Not sanitised. */
function titled({name, text}: Rule): string {
	return name === text ? text : `${name} (${text})`;
}

function newestText({kind}: Condition, {count}: Reading, entry: Entry | null): string {
	if (kind !== 'any' || entry === null) {
		return '';
	}
	const {method, url, ip, status} = entry;
	const target = sanitise((url ?? 'no URL').slice(0, maxUrlLength));
	const asked = [method === null ? '' : sanitise(method), target].filter(part => part !== '').join(' ');
	const from = ip === null ? '' : ` from ${sanitise(ip)}`;
	const answered = status === null ? '' : `, ${status}`;
	return `, ${count === 1 ? '' : 'the newest '}${asked}${from}${answered}`;
}
