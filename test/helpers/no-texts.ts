import {type Dictionary, newDictionaries} from '../../source/index/dictionary.js';

/** For segments in which no texts are looked up; all share it, as each has a memory of its own. */
export const noTexts: readonly Dictionary[] = newDictionaries(1);
