import {type Dictionary, newDictionaries} from '../../source/index/dictionary.js';

/** Dictionaries for segments that look up no strings. All tests share them, because every new set takes its own memory. */
export const noTexts: readonly Dictionary[] = newDictionaries(1);
