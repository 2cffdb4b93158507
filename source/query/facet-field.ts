import type {OwnFacetField} from '../fields/fields.js';
import type {LogFieldName} from './log-field-name.js';

/** Fields whose most frequent values can be listed. */
export type FacetField = OwnFacetField | LogFieldName;
