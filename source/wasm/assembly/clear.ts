import {clearLists} from './lists';
import {clear as clearTexts} from './texts';

/** Forgets all texts and all lists, and gives all memory back. */
export function clear(): void {
	// First: what is given back one by one must not be given back already.
	clearLists();
	clearTexts();
}
