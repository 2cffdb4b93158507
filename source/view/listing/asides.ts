import {isByCost, orderText} from '../../query/order.js';
import {type ListingState, newSinceLeft, newText} from './listing-state.js';
import {percentRead, searchingText} from './status-texts.js';

/** Returns the notes shown next to the count, the most important first. */
export function asides(state: ListingState): readonly string[] {
	const {mode, order, count, seen, newer, status, isSearching} = state;
	const texts: string[] = [];
	if (isSearching) {
		texts.push('searching … (showing the previous search)');
	}
	if (state.excluded > 0) {
		texts.push(`${state.excluded} excluded`);
	}
	if (order !== 'time') {
		texts.push(orderText(order) + lackText(state));
	}
	if (mode === 'held' && count && count.arrived > seen) {
		texts.push(`${count.arrived - seen} new${order === 'time' ? ' ↑' : ''}`);
	}
	const {n, index} = newSinceLeft(state);
	if (n > 0 && index === -1) {
		texts.push(newText(n));
	}
	if (count?.partial) {
		texts.push('partial');
	}
	if (status.indexing) {
		texts.push(`so far; reading older requests, ${percentRead(status.indexing)} %`);
	}
	const searching = searchingText(count);
	if (searching !== null) {
		texts.push(searching);
	}
	if (mode === 'following' && newer > 0) {
		texts.push(`${newer} ahead of the clock ↑`);
	}
	if (status.evicted > 0) {
		texts.push(`${status.evicted} older dropped`);
	}
	if (status.pastLeftOut) {
		texts.push('older ones not kept');
	}
	return texts;
}

/** Reports that no request has the number to sort by. Such requests are sorted last, so it is enough to check the first row. */
function lackText({order, rows, newer}: ListingState): string {
	const [first] = rows;
	if (first === undefined || newer > 0 || !isByCost(order)) {
		return '';
	}
	const {durationMs, bytes} = first.entry;
	return (order === 'duration' ? durationMs : bytes) === null
		? `, but none has a ${order === 'duration' ? 'duration' : 'size'}`
		: '';
}
