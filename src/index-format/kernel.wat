;; The inner loops of both rankings: BM25F over postings, and cosines over int8 rows.
;; Assembled by build/kernel.ts into kernel.wasm and kernel-bytes.ts; a test assembles it again. All addresses are of the one
;; memory, which the caller lays out and grows; JavaScript does the same where no WebAssembly can be had, to the last bit.
(module
  (memory (export "memory") 1)

  ;; Adds what a term is worth to the score of every chunk that holds it:
  ;;   score += factor * tf / (tf + k1), tf = sum over fields of frequency * norm[field][length[field][chunk]]
  ;; With sums (float64 a chunk, 0 before a concept's first term; address 0 for none) the terms of a concept saturate together:
  ;;   sum += share * tf, score += factor * sum / (sum + k1) as it is now, minus as it was before
  ;; at, end: the term's postings, laid out as postings.ts says; scores: float64 a chunk;
  ;; lengths: u16 a chunk, four fields in turn; norms: float64 a length, four fields in turn, normBytes each.
  ;; Returns 0, or 1 when a posting names a chunk that does not exist.
  (func (export "addTerm")
    (param $at i32) (param $end i32) (param $scores i32) (param $chunkCount i32)
    (param $lengths i32) (param $norms i32) (param $normBytes i32) (param $factor f64) (param $k1 f64)
    (param $sums i32) (param $share f64)
    (result i32)
    (local $before f64) (local $chunk i32) (local $head i32) (local $byte i32) (local $shift i32)
    (local $field i32) (local $mask i32) (local $frequency i32) (local $slot i32) (local $tf f64)
    (local.set $chunk (i32.const -1))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $head (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ge_u (local.get $head) (i32.const 0x80))
          (then
            (local.set $head (i32.and (local.get $head) (i32.const 0x7f)))
            (local.set $shift (i32.const 7))
            (loop $more
              (local.set $byte (i32.load8_u (local.get $at)))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $head
                (i32.or (local.get $head)
                  (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
              (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
              (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))))
        (local.set $chunk
          (i32.add (local.get $chunk)
            (i32.add (i32.shr_u (local.get $head) (i32.const 3)) (i32.const 1))))
        (if (i32.ge_u (local.get $chunk) (local.get $chunkCount)) (then (return (i32.const 1))))
        (local.set $head (i32.and (local.get $head) (i32.const 7)))
        (if (i32.eq (local.get $head) (i32.const 7))
          (then
            ;; Several fields: a byte says which, and which of them more than once.
            (local.set $mask (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $tf (f64.const 0))
            (local.set $field (i32.const 0))
            (loop $fields
              (if (i32.and (i32.shr_u (local.get $mask) (local.get $field)) (i32.const 1))
                (then
                  (local.set $frequency (i32.const 1))
                  (if (i32.and (i32.shr_u (local.get $mask) (i32.add (local.get $field) (i32.const 4))) (i32.const 1))
                    (then
                      (local.set $frequency (i32.const 0))
                      (local.set $shift (i32.const 0))
                      (loop $more
                        (local.set $byte (i32.load8_u (local.get $at)))
                        (local.set $at (i32.add (local.get $at) (i32.const 1)))
                        (local.set $frequency
                          (i32.or (local.get $frequency)
                            (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
                        (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
                        (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))
                      (local.set $frequency (i32.add (local.get $frequency) (i32.const 2)))))
                  (local.set $tf
                    (f64.add (local.get $tf)
                      (f64.mul
                        (f64.convert_i32_u (local.get $frequency))
                        (f64.load
                          (i32.add
                            (i32.add (local.get $norms) (i32.mul (local.get $field) (local.get $normBytes)))
                            (i32.shl
                              (i32.load16_u
                                (i32.add (local.get $lengths)
                                  (i32.shl
                                    (i32.add (i32.mul (local.get $field) (local.get $chunkCount)) (local.get $chunk))
                                    (i32.const 1))))
                              (i32.const 3)))))))))
              (local.set $field (i32.add (local.get $field) (i32.const 1)))
              (br_if $fields (i32.lt_u (local.get $field) (i32.const 4)))))
          (else
            ;; One field: text for codes 0, 1, 5, code for 2, 3, 6, heading for 4.
            (local.set $field
              (select (i32.const 1)
                (select (i32.const 3) (i32.const 2)
                  (i32.or
                    (i32.eq (i32.and (local.get $head) (i32.const 6)) (i32.const 2))
                    (i32.eq (local.get $head) (i32.const 6))))
                (i32.eq (local.get $head) (i32.const 4))))
            (if (i32.ge_u (local.get $head) (i32.const 5))
              (then
                (local.set $frequency (i32.const 0))
                (local.set $shift (i32.const 0))
                (loop $more
                  (local.set $byte (i32.load8_u (local.get $at)))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (local.set $frequency
                    (i32.or (local.get $frequency)
                      (i32.shl (i32.and (local.get $byte) (i32.const 0x7f)) (local.get $shift))))
                  (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
                  (br_if $more (i32.ge_u (local.get $byte) (i32.const 0x80))))
                (local.set $frequency (i32.add (local.get $frequency) (i32.const 3))))
              (else
                (local.set $frequency (i32.add (i32.and (local.get $head) (i32.const 1)) (i32.const 1)))))
            (local.set $tf
              (f64.mul
                (f64.convert_i32_u (local.get $frequency))
                (f64.load
                  (i32.add
                    (i32.add (local.get $norms) (i32.mul (local.get $field) (local.get $normBytes)))
                    (i32.shl
                      (i32.load16_u
                        (i32.add (local.get $lengths)
                          (i32.shl
                            (i32.add (i32.mul (local.get $field) (local.get $chunkCount)) (local.get $chunk))
                            (i32.const 1))))
                      (i32.const 3))))))))
        (local.set $before (f64.const 0))
        (if (local.get $sums)
          (then
            (local.set $slot (i32.add (local.get $sums) (i32.shl (local.get $chunk) (i32.const 3))))
            (local.set $before (f64.load (local.get $slot)))
            (local.set $tf (f64.add (local.get $before) (f64.mul (local.get $share) (local.get $tf))))
            (f64.store (local.get $slot) (local.get $tf))
            (local.set $before
              (f64.div
                (f64.mul (local.get $factor) (local.get $before))
                (f64.add (local.get $before) (local.get $k1))))))
        (local.set $slot (i32.add (local.get $scores) (i32.shl (local.get $chunk) (i32.const 3))))
        (f64.store (local.get $slot)
          (f64.add (f64.load (local.get $slot))
            (f64.sub
              (f64.div
                (f64.mul (local.get $factor) (local.get $tf))
                (f64.add (local.get $tf) (local.get $k1)))
              (local.get $before))))
        (br $next)))
    (i32.const 0))

  ;; Notes the scores above a threshold: hits as in "scan" below.
  (func (export "collect")
    (param $scores i32) (param $count i32) (param $allowed i32) (param $threshold f64) (param $hits i32)
    (result i32)
    (local $row i32) (local $firstHit i32) (local $score f64)
    (local.set $firstHit (local.get $hits))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $score (f64.load (i32.add (local.get $scores) (i32.shl (local.get $row) (i32.const 3)))))
        (if (f64.gt (local.get $score) (local.get $threshold))
          (then
            (block $left
              (if (local.get $allowed)
                (then
                  (br_if $left (i32.eqz (i32.load8_u (i32.add (local.get $allowed) (local.get $row)))))))
              (i32.store (local.get $hits) (local.get $row))
              (f64.store offset=8 (local.get $hits) (local.get $score))
              (local.set $hits (i32.add (local.get $hits) (i32.const 16))))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $hits) (local.get $firstHit)) (i32.const 4)))

  ;; Checksum of u32 words, as checksum.ts has it before its last step: four lanes, at `lanes`.
  (func (export "checksumLanes") (param $words i32) (param $count i32) (param $lanes i32)
    (local $end i32) (local $whole i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local.set $a (local.get $count))
    (local.set $b (i32.const 0x85ebca77))
    (local.set $c (i32.const 0xc2b2ae3d))
    (local.set $d (i32.const 0x27d4eb2f))
    (local.set $end (i32.add (local.get $words) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $whole
      (i32.add (local.get $words) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $words) (local.get $whole)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=4 (local.get $words))) (i32.const 0x85ebca77)))
        (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=8 (local.get $words))) (i32.const 0xc2b2ae3d)))
        (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=12 (local.get $words))) (i32.const 0x27d4eb2f)))
        (local.set $words (i32.add (local.get $words) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $words) (local.get $end)))
        (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
        (local.set $words (i32.add (local.get $words) (i32.const 4)))
        (br $next)))
    (i32.store (local.get $lanes) (local.get $a))
    (i32.store offset=4 (local.get $lanes) (local.get $b))
    (i32.store offset=8 (local.get $lanes) (local.get $c))
    (i32.store offset=12 (local.get $lanes) (local.get $d)))

  ;; Scores rows and notes those above a threshold:
  ;;   score = offset * queryOffset + dot(query, row) * scale * queryScale, in float64
  ;; rows: count x rowBytes int8, rowBytes a multiple of 32; query: rowBytes int16;
  ;; scales, offsets: float32 a row; allowed: a byte a row, 0 for rows to leave out, or address 0 for none;
  ;; hits: 16 bytes each, the row's number within this call as u32, and at byte 8 its score as float64.
  ;; Returns the number of hits, in order of rows.
  (func (export "scan")
    (param $rows i32) (param $count i32) (param $rowBytes i32) (param $query i32)
    (param $scales i32) (param $offsets i32) (param $allowed i32)
    (param $queryScale f64) (param $queryOffset f64) (param $threshold f64) (param $hits i32)
    (result i32)
    (local $row i32) (local $rowEnd i32) (local $part i32) (local $firstHit i32)
    (local $low v128) (local $high v128) (local $sum v128) (local $more v128) (local $score f64)
    (local.set $firstHit (local.get $hits))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $rowBytes)))
        (block $scored
          (if (local.get $allowed)
            (then
              (br_if $scored
                (i32.eqz (i32.load8_u (i32.add (local.get $allowed) (local.get $row)))))))
          (local.set $sum (v128.const i32x4 0 0 0 0))
          (local.set $more (v128.const i32x4 0 0 0 0))
          (local.set $part (local.get $query))
          (loop $parts
            (local.set $low (v128.load (local.get $rows)))
            (local.set $high (v128.load offset=16 (local.get $rows)))
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $low)) (v128.load (local.get $part)))))
            (local.set $more
              (i32x4.add (local.get $more)
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $low)) (v128.load offset=16 (local.get $part)))))
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $high)) (v128.load offset=32 (local.get $part)))))
            (local.set $more
              (i32x4.add (local.get $more)
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $high)) (v128.load offset=48 (local.get $part)))))
            (local.set $part (i32.add (local.get $part) (i32.const 64)))
            (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
            (br_if $parts (i32.lt_u (local.get $rows) (local.get $rowEnd))))
          (local.set $sum (i32x4.add (local.get $sum) (local.get $more)))
          (local.set $score
            (f64.add
              (f64.mul
                (f64.promote_f32 (f32.load (i32.add (local.get $offsets) (i32.shl (local.get $row) (i32.const 2)))))
                (local.get $queryOffset))
              (f64.mul
                (f64.mul
                  (f64.convert_i32_s
                    (i32.add
                      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
                  (f64.promote_f32 (f32.load (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2))))))
                (local.get $queryScale))))
          (br_if $scored (f64.le (local.get $score) (local.get $threshold)))
          (i32.store (local.get $hits) (local.get $row))
          (f64.store offset=8 (local.get $hits) (local.get $score))
          (local.set $hits (i32.add (local.get $hits) (i32.const 16))))
        (local.set $rows (local.get $rowEnd))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $hits) (local.get $firstHit)) (i32.const 4))))
