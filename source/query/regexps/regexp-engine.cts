// A separate CommonJS module, because it can be loaded synchronously when it is needed.
module.exports = require('re2js');
