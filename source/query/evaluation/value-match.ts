import {
	durationOf,
	elementsOf,
	isMissing,
	printedValue,
	unitOfName,
	valueNumber,
} from '../../entries/log-fields/log-value.js';
import type {NumberRange, TextMatch, ValueMatch} from '../expression.js';
import {decodedTest} from './text-test.js';

/** Checks for a condition on the text of a value. */
export function isTextMatch(match: ValueMatch): match is TextMatch {
	return match.kind !== 'any' && match.kind !== 'number';
}

/**
 * Returns a function that checks whether the value of a log field, in its stored form, matches at least one of the conditions: any
 * element of a list, or equals the printed list.
 * @param name - the name of the log field, in lower case
 */
export function isValueMatch(matches: readonly ValueMatch[], name: string): (stored: string) => boolean {
	const isAny = matches.some(({kind}) => kind === 'any');
	const ofText = matches.filter(isTextMatch);
	const texts = decodedTest(ofText);
	// The facet of a log field shows a list as one value.
	const wholes = decodedTest(ofText.filter(({kind}) => kind === 'equals'));
	const numbers = matches.filter(match => match.kind === 'number');
	const unit = unitOfName(name);
	const isNumber = (text: string): boolean => {
		const number = numbers.length === 0 ? undefined : valueNumber(text);
		if (number === undefined) {
			return false;
		}
		const plain = number.kind === 'duration' ? Number.NaN : number.value;
		const duration = durationOf(number, text, unit);
		return numbers.some(match => isWithin(plain, match.number) || isWithin(duration, match.duration));
	};
	const isElement = (text: string): boolean =>
		!isMissing(text) && (isAny || texts.isMatch(text) || isNumber(text));
	return stored => {
		const elements = elementsOf(stored);
		return elements.some(isElement) || (elements.length > 1 && wholes.isMatch(printedValue(stored)));
	};
}

function isWithin(value: number, range: NumberRange | null): boolean {
	return range !== null && value >= range.from && value <= range.to;
}
