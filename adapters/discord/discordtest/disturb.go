package discordtest

// connected are the connections of sessions, oldest first.
func (s *Server) connected() []*conn {
	var out []*conn
	for _, one := range s.sessions {
		if one.conn != nil {
			out = append(out, one.conn)
		}
	}
	return out
}

// CloseGateway closes every connection with a code. 4004, 4007, 4009 and 4010 to 4014 end the sessions, too;
// after any other they can be resumed. Code 0 cuts the connections without a word.
func (s *Server) CloseGateway(code int) {
	s.lock()
	defer s.unlock()
	for _, c := range s.connected() {
		c.shut(code)
	}
	switch code {
	case CloseAuthFailed, CloseInvalidSeq, CloseTimedOut, CloseInvalidShard, CloseShardRequired, CloseInvalidAPI, CloseInvalidIntent, CloseDisallowed:
		s.sessions = nil
	}
	for _, one := range s.sessions {
		one.conn = nil
	}
}

// Reconnect asks every client to reconnect and resume (opcode 7).
func (s *Server) Reconnect() {
	s.lock()
	defer s.unlock()
	for _, c := range s.connected() {
		c.op(opReconnect, nil)
	}
}

// Invalidate tells every client that its session is invalid (opcode 9): resumable says whether it may try a
// resume; if not, the sessions are gone.
func (s *Server) Invalidate(resumable bool) {
	s.lock()
	defer s.unlock()
	for _, c := range s.connected() {
		c.op(opInvalid, resumable)
	}
	if !resumable {
		s.sessions = nil
	}
}

// ForgetSessions ends the sessions that wait to be resumed, as when a client stayed away for too long.
func (s *Server) ForgetSessions() {
	s.lock()
	defer s.unlock()
	for _, one := range append([]*session{}, s.sessions...) {
		if one.conn == nil {
			s.invalidate(one)
		}
	}
}

// Silence is a silent death: the sockets of today stay open, but nothing comes through them any more, no event
// and no heartbeat ACK. What happens meanwhile is kept for a resume; a new connection works.
func (s *Server) Silence() {
	s.lock()
	defer s.unlock()
	for _, c := range s.connected() {
		c.mu.Lock()
		c.silent = true
		c.mu.Unlock()
	}
}

// AskHeartbeat asks every client for a heartbeat at once (opcode 1).
func (s *Server) AskHeartbeat() {
	s.lock()
	defer s.unlock()
	for _, c := range s.connected() {
		c.op(opHeartbeat, nil)
	}
}

// Replay sends the last n events of every session again under their old numbers, as a resume may.
func (s *Server) Replay(n int) {
	s.lock()
	defer s.unlock()
	for _, one := range s.sessions {
		for _, f := range one.sent[max(0, len(one.sent)-n):] {
			if one.conn != nil {
				one.conn.send(f)
			}
		}
	}
}

// cutAll ends all connections when the server closes.
func (s *Server) cutAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.shut(0)
	}
}
