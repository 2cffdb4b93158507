import type {Node} from 'jsonc-parser';
import {type ThemeName, themeNames} from '../../view/themes/choose-theme.js';
import type {Section} from '../section.js';

/** Reads `theme`. */
export const readTheme = (node: Node, section: Section): ThemeName | undefined =>
	section.word(node, 'theme', themeNames);
