import type {OpenPanel} from '../panel/open-panel.js';
import {textPanel} from '../panel/text-panel.js';
import {helpLines} from './help-lines.js';

/** The panel with all keys. */
export const openHelp = (): OpenPanel => textPanel(({width}) => ({title: 'Keys', lines: helpLines(width)}));
