import type {Views} from '../view/saved-views/views.js';
import {viewsFile} from './views-file.js';
import {viewsPath} from './views-path.js';

/** The views of the user who has started the program. */
export const ownViews = (): Views => viewsFile(viewsPath(process.env, process.platform));
