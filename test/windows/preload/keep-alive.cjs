// Wine 8 refuses a connection on which keep-alive was asked for before it stood.
require('node:net').Socket.prototype.setKeepAlive = function () {
	return this;
};
