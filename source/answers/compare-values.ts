import {compareTexts} from '../index/compare-texts.js';
import type {FacetValue} from './answers.js';

/** The most frequent first, of equally frequent ones the first in the order of their characters: for `sort`. */
export const compareValues = (a: FacetValue, b: FacetValue): number =>
	b.n - a.n || compareTexts(a.value ?? '', b.value ?? '');
